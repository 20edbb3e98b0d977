import pytest

from milkwood.questions.debris import is_machine, is_refusal


@pytest.mark.parametrize(
    "text",
    [
        "<p>Hello</p>",
        "```json",
        "Hello {name}!",
        "Hello [Your Name]",
        "HTTP 503",
        "Error code: 429 - rate limit reached",
        "Traceback (most recent call last)",
        "KeyError: 'x'",
        "Internal Server Error",
        "The service is temporarily unavailable.",
        "string",
        "…",
        '{"say": "x"}',
        "服务器内部错误",
    ],
)
def test_machine_text_is_recognised(text: str) -> None:
    assert is_machine(text)


@pytest.mark.parametrize(
    "text", ["As an AI language model, I do not eat.", "I cannot assist with that.", "作为AI助手，我没有感情。"]
)
def test_a_model_speaking_as_a_model_is_recognised(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "I am sorry, but I cannot come on Friday.",
        "I can't help you with the boxes today, my back hurts.",
        "It was my error: I took the wrong key.",
        "There were 404 candles on the cake, or so it felt.",
        "The limit does not exist, as a mathematician would say; it is undefined.",
        "I lost the key to the shop, and the rate they charge is a shame.",
        "Read the instructions on the bottle, please.",
        "1 < 2 and 3 > 2, that is all the mathematics I know.",
        "抱歉，我明天来不了，店里走不开。",
        "这个错误是我的，我拿错了钥匙。",
        "我不能帮你搬箱子，腰疼。",
    ],
)
def test_ordinary_speech_passes(text: str) -> None:
    assert not is_machine(text)
    assert not is_refusal(text)
