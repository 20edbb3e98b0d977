"""How a mind puts what it saw and did into words, in each language we ship.

Knows no thoughts. Invariant: every phrase exists in every language; nothing here is said aloud, it is what memories and
reasons are made of.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of one language."""

    saw: str
    saw_asleep: str
    saw_walking: str
    saw_thing: str
    plan: str
    promised: str
    declined: str
    kept: str
    free: str
    waiting_bath: str
    lingering: tuple[tuple[str, str], ...]
    """What one does while one cannot leave yet, each with its emoji."""
    going: str
    room: str
    """A room of a place that has several."""
    few_words: str
    comma: str
    voice: str
    notice: str
    weekdays: tuple[str, ...]
    works: str
    hours: str
    closed: str
    bath_taken: str
    thing_taken: str
    thing_state: str
    not_there: str

    def when(self, weekday: int, hour: str) -> str:
        """A day and an hour."""
        return f"{self.weekdays[weekday]} {hour}"


ENGLISH = Phrases(
    saw="I saw {who} {what}.",
    saw_asleep="I saw {who} asleep.",
    saw_walking="I saw {who} walking by.",
    saw_thing="The {thing} at {place} is {state}.",
    plan="My plan for today: {plan}.",
    promised="I have promised: {what}, {day} at {hour}, {place}.",
    declined="I will not be there: {what}, {day} at {hour}. {reason}",
    kept="I was there as I said I would be: {what}.",
    free="taking some time for oneself",
    waiting_bath="waiting for the bathroom to be free",
    lingering=(
        ("finishing what was begun", "⏳"),
        ("putting things in order before leaving", "🧹"),
        ("staying a little longer", "🙂"),
        ("taking a last look around", "👀"),
        ("getting ready to leave", "🧥"),
    ),
    going="on the way to {place}",
    room="{sector}, {room}",
    few_words="I had a few words with {who}.",
    comma=", ",
    voice="A thought came to me: {text}",
    notice="{text} ({place}, {day} at {hour}).",
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    works="{title}, {place}",
    hours="from {opens} to {closes}",
    closed="{place} is closed then",
    bath_taken="somebody is in the bathroom",
    thing_taken="the {thing} is taken",
    thing_state="the {thing} is {state}",
    not_there="{who} is not there",
)

CHINESE = Phrases(
    saw="我看见{who}在{what}。",
    saw_asleep="我看见{who}睡着了。",
    saw_walking="我看见{who}走过。",
    saw_thing="{place}的{thing}{state}。",
    plan="我今天的打算：{plan}。",
    promised="我答应了：{what}，{day}{hour}，{place}。",
    declined="我去不了：{what}，{day}{hour}。{reason}",
    kept="我说到做到：{what}。",
    free="歇一会儿",
    waiting_bath="等浴室空出来",
    lingering=(
        ("把手头的事做完", "⏳"),
        ("走之前收拾收拾", "🧹"),
        ("再待上一会儿", "🙂"),
        ("临走再看一圈", "👀"),
        ("准备动身", "🧥"),
    ),
    going="往{place}走",
    room="{sector}的{room}",
    few_words="我跟{who}说了几句话。",
    comma="、",
    voice="心里忽然冒出一个念头：{text}",
    notice="{text}（{place}，{day}{hour}）。",
    weekdays=("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期天"),
    works="{title}，{place}",
    hours="{opens}到{closes}",
    closed="那时候{place}关着门",
    bath_taken="浴室里有人",
    thing_taken="{thing}有人在用",
    thing_state="{thing}{state}",
    not_there="{who}不在",
)

BY_LANGUAGE = {"en": ENGLISH, "zh": CHINESE}
