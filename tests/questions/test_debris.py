import pytest

from milkwood.questions.debris import is_machine, is_refusal, is_service


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


@pytest.mark.parametrize(
    "text",
    [
        "Good morning, Klaus. I'm sorry, but I can't assist with that.",
        "I’m sorry, I can’t help you with that.",
        "I'm just a computer program.",
        "I'm sorry, but I didn't understand your question.",
        "I do not have personal experiences.",
        "Sure! Here is the next line:",
        "How can I help you today?",
        "Hello! I'm here to help. What do you need?",
        "I'd be happy to help with any questions you have.",
        "Let me know if you need anything else.",
        "Thank you for your question.",
        "I hope this helps!",
        "抱歉，我不能提供这方面的信息。",
        "抱歉，我没有理解你的问题。",
        "您好，请问有什么可以帮您？",
        "感谢您的提问。",
        "希望这些对您有帮助。",
        "好的，以下是我的回答：",
    ],
)
def test_service_talk_of_an_assistant_is_recognised(text: str) -> None:
    assert is_service(text)


@pytest.mark.parametrize(
    "text",
    [
        "Let me know if you can come, and whether Ruth will.",
        "Let me know if you like the soup.",
        "I'm here to help with the chairs.",
        "I'd be happy to help with the party.",
        "What can I do for you, Mrs Hill?",
        "I'm sorry, I can't help you with the boat tomorrow; my back hurts.",
        "I didn't understand the sermon.",
        "你要是能来，就告诉我一声。",
        "有什么我能帮你搬的吗？",
        "我可以帮你看店。",
        "很高兴你来了。",
    ],
)
def test_help_among_neighbours_is_no_service_talk(text: str) -> None:
    assert not is_service(text)
