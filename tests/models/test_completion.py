from milkwood.models.completion import LASTING, RETRYABLE, UNPAID, Failure, Tariff, category_of
from milkwood.models.port import Usage


def test_a_failure_states_its_remedy_and_its_cost() -> None:
    failure = Failure("payment", "Nothing is left on the account.", where="openai", remedy="Top it up.")
    assert failure.sentence() == "openai: Nothing is left on the account. Top it up."
    assert (failure.usage, failure.retryable) == (Usage(), False)


def test_a_refused_call_costs_nothing_and_a_lost_one_an_unknown_amount() -> None:
    assert Failure("rate", "No.").usage == Usage()
    assert Failure("timeout", "No.").usage is None
    assert Failure("timeout", "No.", usage=Usage(3, 0)).usage == Usage(3, 0)


def test_the_same_failure_again_was_never_sent() -> None:
    first = Failure("server", "Oh.", where="there", remedy="Wait.", retry_after_seconds=3.0, retryable=False)
    copied = first.copy_unsent()
    assert copied is not first
    assert (copied.sentence(), copied.category, copied.retryable) == (first.sentence(), "server", False)
    assert (copied.usage, copied.retry_after_seconds) == (Usage(), 3.0)


def test_a_permanent_failure_is_not_retried_and_costs_nothing() -> None:
    assert LASTING.isdisjoint(RETRYABLE)
    assert LASTING < UNPAID


def test_a_price_is_known_whole_or_not_at_all() -> None:
    assert Tariff(1.0, 2.0).known
    assert Tariff(0.0, 0.0).known
    assert not Tariff(1.0).known
    assert Tariff(1.0, 2.0).price(1_000_000, 500_000) == 2.0
    assert Tariff().price(10, 10) == 0.0


def test_errors_of_others_have_a_category_too() -> None:
    assert category_of(TimeoutError("secret")) == "timeout"
    assert category_of(ConnectionResetError("secret")) == "connection"
    assert category_of(ZeroDivisionError("secret")) == "ZeroDivisionError"
