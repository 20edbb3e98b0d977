"""Who must not hear a text, by its own words, in both languages."""

import pytest

from milkwood.understudy.language.secrecy import only_asks_for_secrecy, secrecy

PEOPLE = (("marek", "Marek Brandt"), ("ilse", "Ilse Brandt"), ("odile", "Odile Roux"))
FOLK = (("marek", "马雷克"), ("ilse", "伊尔莎"), ("odile", "奥迪尔"))


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Petar coughs blood, and Marek must never learn of it.", ["marek"]),
        ("The mules are sold. Ilse is not to know.", ["ilse"]),
        ("We strike on Tuesday, but don't tell Marek or Ilse.", ["marek", "ilse"]),
        ("Please do not tell Marek Brandt about the letter.", ["marek"]),
        ("I have not told Odile that the roof is rotten.", ["odile"]),
        ("Not a word to Odile, please.", ["odile"]),
        ("The money is gone, and we keep it from Marek.", ["marek"]),
        ("I am hiding the letters from Ilse.", ["ilse"]),
        ("Never let Odile hear of the debt.", ["odile"]),
        ("We meet at the mill without Marek's knowledge.", ["marek"]),
        ("They sell the flour behind Ilse's back.", ["ilse"]),
        ("If Marek finds out, he will leave.", ["marek"]),
        ("Everybody may hear it, but not Odile.", ["odile"]),
        ("Odile has no idea that the house is sold.", ["odile"]),
        ("Say nothing of this to Ilse.", ["ilse"]),
        ("Marek works at the mill. He must not hear of the sale.", ["marek"]),
        ("Ilse mustn't know.", ["ilse"]),
    ],
)
def test_the_people_it_is_kept_from_are_found(text: str, who: list[str]) -> None:
    assert list(secrecy(text, PEOPLE).secret_from) == who
    assert not secrecy(text, PEOPLE).private


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("佩塔尔咳血，千万别让马雷克知道。", ["marek"]),
        ("别告诉伊尔莎，骡子已经卖了。", ["ilse"]),
        ("屋顶烂了，我还没告诉奥迪尔。", ["odile"]),
        ("这事不能让马雷克和伊尔莎听见。", ["marek", "ilse"]),
        ("我们瞒着奥迪尔攒钱。", ["odile"]),
        ("千万别跟马雷克说信的事。", ["marek"]),
        ("奥迪尔绝不能知道房子卖了。", ["odile"]),
        ("伊尔莎至今蒙在鼓里。", ["ilse"]),
        ("万一马雷克知道了，他会走的。", ["marek"]),
        ("马雷克在磨坊干活，这件事不能让他知道。", ["marek"]),
    ],
)
def test_the_people_it_is_kept_from_are_found_in_chinese(text: str, who: list[str]) -> None:
    assert list(secrecy(text, FOLK).secret_from) == who


@pytest.mark.parametrize(
    "text",
    [
        "Between us, the inn is bankrupt.",
        "The inn is bankrupt, but keep it to yourself.",
        "I am leaving in spring; tell no one.",
        "I have told nobody that I am ill.",
        "Don't tell anyone about the well.",
        "She must never learn of it.",
        "这事你知我知，客栈破产了。",
        "我病了，谁都没告诉。",
        "我春天要走，别往外说。",
        "千万不能让人知道井干了。",
        "千万别让她知道。",
    ],
)
def test_what_nobody_may_hear_is_private(text: str) -> None:
    assert secrecy(text, (*PEOPLE, *FOLK)).private


@pytest.mark.parametrize(
    "text",
    [
        "Marek told Ilse that the mill stands still.",
        "Odile knows the road well.",
        "I keep bees, and Marek buys the honey from Odile.",
        "Ilse must not carry heavy sacks.",
        "The fence runs between us and Odile.",
        "Marek cannot read; Ilse reads the letters to him.",
        "马雷克告诉伊尔莎磨坊停了。",
        "奥迪尔不能提重东西。",
        "我和马雷克常说起冬天。",
        "伊尔莎别着一朵花。",
    ],
)
def test_plain_statements_are_no_secrets(text: str) -> None:
    assert not secrecy(text, (*PEOPLE, *FOLK))


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Don't tell Marek.", True),
        ("Not a word of this to Ilse.", True),
        ("Marek must never learn of it.", True),
        ("This stays between us.", True),
        ("Petar coughs blood, and Marek must never learn of it.", False),
        ("Don't tell Marek that the bridge is closing in March.", False),
        ("The bridge is closing.", False),
        ("别告诉马雷克。", True),
        ("千万别让伊尔莎知道这事。", True),
        ("你可得保密。", True),
        ("佩塔尔咳血，千万别让马雷克知道。", False),
    ],
)
def test_a_mere_request_to_keep_it_is_told_from_the_news(text: str, only: bool) -> None:
    assert only_asks_for_secrecy(text, (*PEOPLE, *FOLK)) is only


_ORDINARY = """
Nobody knows when the bus comes.
Nobody can bake like Odile.
No one has ever seen a winter like this.
Nobody ever asked me to dance.
Marek does not know French.
Odile never learnt to swim.
Ilse never knows when to stop.
Marek will never learn to cook.
Marek does not hear well.
Ilse did not hear the bell.
I could not tell Marek from his brother.
Nobody tells Ilse what to do.
Marek has not spoken to Odile since the funeral.
I do not like to talk to people in the morning.
He has not said a word since his wife died.
It is nothing to Marek.
That means nothing to Ilse.
Not even Marek could lift it.
I like everybody here, but not Marek.
I know everybody here except Marek.
Odile knows nothing about bees.
Ilse has no idea how to cook.
The secret of good bread is patience.
Marek grew in confidence.
I have never told a joke well.
I have kept the letters from Marek in a tin.
If Marek knew the way, he would go alone.
Before Ilse learned to read she sang.
Don't tell Ilse to hurry.
I won't let Ilse get up too early.
Sam secretly mended our gate.
Marek did not notice the snow.
There is a song that he cannot hear without leaving.
I make lamps that nobody can afford.
I keep my bees away from Odile.
Marek must not carry sacks.
Odile should not know so much about wine.
We sat between us and the fire.
Not a word was missing from the letter to Odile.
I told nobody to wait.
I never talk with anyone at breakfast.
Nobody said anything.
I don't know what to say to Marek.
I did not say goodbye to Marek.
We must not forget to tell Marek.
I forgot to tell Ilse about the milk.
I keep the key from the mill.
Marek cannot find out how the lock works.
There's nobody here who knows the song.
My grandmother kept her recipes in a tin.
马雷克不知道怎么修钟。
奥迪尔没听见钟声。
伊尔莎没跟马雷克说过话。
我在躲着马雷克。
谁也没说话。
没人知道车几点来。
谁都不知道有哪些人参选。
山姆悄悄把院门修好了。
他没告诉我为什么。
我还没跟那儿的谁说过话。
马雷克没看见那只狗。
如果马雷克看见灯亮着就会进来。
我背着马雷克过河。
好面包的秘密是耐心。
伊尔莎不会做饭。
我没有告诉过你几点吗
马雷克不能提重东西。
我没听说马雷克病了。
谁都说不准明天的天气。
没人告诉我路怎么走。
我和奥迪尔没见过面。
我没跟上马雷克说话的速度。
Marek never tells a story twice.
I did not tell Marek the time because my watch had stopped.
Ilse keeps goats from spring to autumn.
I hide from the rain under Marek's roof.
I have not heard from Ilse since May.
Nobody in this town drinks coffee after six.
I do not know Marek well.
Marek and Ilse do not talk.
Ilse must not eat nuts.
Nobody but Marek can open the gate.
I never say no to Ilse.
I was not told that the shop had moved.
I was kept awake by the wind.
I do not mind telling Marek about the harvest.
Marek could not hear me over the engine.
Ilse says nothing before breakfast.
If Marek hears a train he runs to the window.
You must know the tide before you sail with Ilse.
I never met anyone like Marek.
Marek shows his coins to anybody who asks.
No one is to blame for the flood.
The secret door in the mill is bricked up.
I have nothing to give to Marek.
Marek isn't from here.
I will not lend my saw to Ilse again.
Nobody is allowed to swim after dark.
I learned bread from Ilse and patience from nobody.
Ilse thinks that Marek knows more than he says.
I hid the eggs and the children found all but two.
It is not like Marek to be late.
Don't ask Marek for money before Friday.
Nobody told me about the new road.
Ilse did not see it coming.
Marek would not hear of a new stove.
Odile keeps the books in the back room.
I cannot keep a tune.
伊尔莎不爱说话。
马雷克从来不跟人吵架。
我没跟马雷克去过城里。
没人比伊尔莎更会做鱼。
别让马雷克搬重东西。
我不让孩子们在河边玩。
马雷克不知道累。
谁都喜欢奥迪尔做的面。
我一听就知道是马雷克。
马雷克不听劝。
伊尔莎没听懂我的意思。
奥迪尔没告诉我几点开门。
我对马雷克没什么可说的。
马雷克没看见台阶，摔了一跤。
没有人跟伊尔莎学过刺绣。
我不想跟马雷克说话。
要是马雷克发现钱包丢了，会回来找的。
我常给奥迪尔讲城里的事。
""".strip().splitlines()

_SECRET = """
Petar coughs blood, and Marek must never learn of it.
Don't tell Marek.
I have sold the mules; Ilse must not hear of it.
Keep this from Odile.
Odile doesn't know yet.
Marek doesn't know that I sold the cow.
Nobody must know.
Nobody knows that I can read.
I dye my hair, and nobody knows.
No one must ever find out about the well.
This is our secret.
I secretly write poems.
It must stay a secret.
Not a soul may know about the money.
I have told no one.
I haven't told Marek.
I never told Ilse what happened at the bridge.
Marek would be hurt if he knew.
We must keep it quiet.
I am keeping my illness from Ilse.
I hide my cough from Odile.
Marek isn't to know.
Under no circumstances may Ilse learn of this.
Ilse is never to be told.
If Marek ever found out, he would sell the house.
Please don't mention it to Odile.
I want nobody to know.
Only I know where the money is.
I would die if Marek heard about it.
I swore not to tell anyone.
Let's keep it between us.
Odile must be kept in the dark.
Don't breathe a word of it to Ilse.
Marek ought never to hear about it.
I can't let Ilse know.
I promised Odile not to tell Marek.
Mum's the word.
别告诉马雷克。
千万不能让伊尔莎知道。
这事不许跟奥迪尔说。
我没敢告诉马雷克。
我瞒着伊尔莎卖了牛。
谁也别说出去。
这是我们俩的秘密。
这事只有我知道。
马雷克还不知道我卖了牛。
要是伊尔莎知道了，会伤心的。
别让人知道。
我答应过不告诉任何人。
这件事得瞒住奥迪尔。
绝对不能走漏风声。
我一直没跟马雷克提。
不想让伊尔莎知道。
对奥迪尔要保密。
我从没告诉过任何人。
这事传出去就完了。
Odile is with child, and her father is not supposed to know.
I took the money. For God's sake don't let Marek find out.
Ilse can't find out that I lost the ring.
This must not reach Ilse's ears.
It would break Marek's heart to know.
Marek is the last person who should hear this.
I made Odile swear to say nothing.
Nobody else is to hear of the child.
I never want Ilse to know that I was there.
I have been lying to Marek about the rent.
Only Odile and I know about the cellar.
What happened at the mill stays at the mill.
I beg you, not a word to Ilse.
Everyone knows but Marek.
Ilse mustn't get wind of the party.
Don't you dare tell Odile.
My debt has to stay hidden from Marek.
I am planning a surprise for Ilse, so hush.
I would rather die than have Marek learn the truth.
Odile asked me not to tell Marek.
Marek mustn't suspect anything.
We agreed that nobody should ever hear about the accident.
I kept my marriage secret from Ilse.
千万不要跟伊尔莎提起这件事。
马雷克要是知道真相，会疯的。
我一直瞒着家里人。
这事得烂在肚子里。
奥迪尔求我别告诉马雷克。
除了马雷克，大家都知道。
我不敢让伊尔莎知道我丢了戒指。
伊尔莎到现在都不知道真相。
这话可不能传到马雷克耳朵里。
给伊尔莎准备了惊喜，嘘。
我骗马雷克说我在上班。
此事不可让外人知晓。
只有我和奥迪尔知道地窖的事。
绝不能对马雷克说实话。
""".strip().splitlines()


@pytest.mark.parametrize("text", _ORDINARY)
def test_knowing_keeping_and_hearing_are_ordinary(text: str) -> None:
    assert not secrecy(text, (*PEOPLE, *FOLK))


@pytest.mark.parametrize("text", _SECRET)
def test_secrets_are_worded_in_many_ways(text: str) -> None:
    assert secrecy(text, (*PEOPLE, *FOLK))
