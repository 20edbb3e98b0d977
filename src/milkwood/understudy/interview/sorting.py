"""The sort of an interview question: about the person, others, plans, hypothetical acts, opinions, or a fact.

Invariant: every question has a sort; the default is a fact.
"""

import re

from milkwood.understudy.language.sentences import words

_SORTS = {
    "en": (
        (
            "legacy",
            r"remember(?:ed)? (?:for|you)\b|(?:book|film|song|story) about you|your life story|story of your life"
            r"|say (?:about|of) you when|epitaph|gravestone|legacy|know about you",
        ),
        (
            "reaction",
            r"what would you do\b(?! differently)|how would you react|what do you do if|what would you say if|what if "
            r"|imagine |suppose |is burning|is on fire|what will you do if|what do you say\?"
            r"|^(?!.*for a living)(?:\S+ ){3,}\S+[.!;,:] (?:so,? |and |then )?(?:what|how) (?:do|would|will|are) you "
            r"(?:going to )?(?:do|say|react|respond|answer|take|handle|feel|deal)\b",
        ),
        (
            "struck",
            r"\bwho\b.*\b(?:surprised|amazed|annoyed|delighted|impressed|disappointed|pleased|touched|moved|made) you\b"
            r"|\bwho\b.*\byou\b.*\blately\b",
        ),
        (
            "family",
            r"\bare you (?:married|single|divorced|widowed|a (?:widow|widower|bachelor|father|mother|parent))\b"
            r"|do you have (?:a |any )?(?:wife|husband|children|kids|sons?|daughters?"
            r"|family|parents|brothers?|sisters?|siblings?)",
        ),
        ("fault", r"\b(?:fault|flaw|weakness(?:es)?|weak (?:side|point|spot)|shortcoming|bad habit|vice)s?\b"),
        (
            "haunt",
            r"(?:which|what)(?: \w+)? (?:part|place|corner|spot|room|street|building)\b.*\byou\b"
            r"|favou?rite (?:place|spot|corner|room)|where do you (?:like|love|go|spend|feel|sit|walk|prefer)",
        ),
        (
            "duty",
            r"(?:must|have to|need to|ought to|got to) (?:you )?(?:still )?(?:do|get done|finish|see to)\b"
            r"|must you\b.*\b(?:do|finish)\b|left to do|to be done|unfinished|errands?\b|\burgent|most pressing",
        ),
        (
            "calling",
            r"how (?:did|have) you (?:come|get|become|begin|start|end up|choose)\b.*(?:what you do|your (?:work|job"
            r"|trade|profession|calling)|\bas an?\b|\bto be(?:come)?\b)|why did you (?:become|choose)"
            r"|(?:like|love|enjoy|hate|tired of) (?:doing )?your (?:work|job|trade|profession|studies)",
        ),
        (
            "content",
            r"^(?:so,? |tell me,? |and )?are you (?:really |still |ever )?(?:happy|content|lonely|tired|sad|well"
            r"|all right|at home|satisfied|bored)\b|do you feel (?:at home|happy|lonely|well|good)|how are you\b"
            r"|(?:are|have) you (?:been )?(?:very |so )?busy(?: lately| these days| today)?\W*$"
            r"|how do you feel(?: today| lately| here| now)?\?|is life (?:good|hard)"
            r"|how(?: is|'s) (?:life|work|business|everything|it going|school)\b",
        ),
        (
            "company",
            r"\bwhom? (?:do|would|could|can) you (?:most |really |always )?(?:trust|love|like|admire|miss"
            r"|rely|confide|turn"
            r"|count|ask|owe|respect|prefer|call)\b|\bwhom? .{0,30}(?:taught|helped|changed|matters?"
            r"|means?) .{0,12}\bmost\b",
        ),
        (
            "reflection",
            r"spend (?:time|an? \w+)|(?<!your )birthday|(?:as|for) a present\b|\bgift"
            r"|inspire|compliment|admire most|what matters|proud of|learn(?:ed|t) (?:about"
            r"|from)|changed (?:you|your)|reflect|regret"
            r"|happiest|worr(?:y|ies|ied)|afraid|wish|dream|on your mind|concern|meaning of|important to you"
            r"|who is your (?:best|closest)|closest to you|feel lately|come to understand|hope for|do you hope"
            r"|grateful|thankful|differently|keeps? you|makes? you|made you|would you change"
            r"|do you (?:believe|love|miss|fear|enjoy|value|care|long|look forward)"
            r"|\byour? .*\b(?:most|best|worst|hardest|biggest|greatest)\b|\b(?:most|best|worst|hardest"
            r"|biggest) .*\byour?\b",
        ),
        ("where", r"where are you\b|which place are you"),
        ("doing", r"what are you doing(?: right now| now| just now| at the moment)?\?|what are you up to"),
        (
            "hours",
            r"(?:when|what (?:time|hour)|how (?:early|late|long)).*(?:go to bed|go to sleep|do you sleep|turn"
            r" in\b|retire|get up"
            r"|wake|\brise\b|be up\b"
            r"|up tomorrow|out of bed)",
        ),
        (
            "shift",
            r"(?:when|what time|how (?:late|long|early)) (?:do|are|will|does|is) (?:you|your \w+(?: \w+)?) .{0,25}?"
            r"\b(?:finish|stop|start|begin|end|close|open|off|through|work)\b",
        ),
        (
            "meal",
            r"(?:have|having|eat|eating|get|take|for|cook|cooking) (?:your |you )?(?:breakfast|lunch|dinner|supper"
            r"|tea)\b|(?:what|where) (?:will|do|are) you (?:eat|eating|going to eat)\b",
        ),
        (
            "schedule",
            r"typical|ordinary day|normal day|everyday"
            r"|usual(?:ly)? (?:day|weekday|schedule)|weekday schedule|your schedule|your routine|your"
            r" day look|day look like|describe your day",
        ),
        (
            "plan",
            r"\bplan|going to do|will you (?:be|do)|what are you doing (?:at|tomorrow|today|tonight|this|on)"
            r"|tomorrow|tonight|this (?:evening|afternoon|morning)|later today"
            r"|invited to|promise|at \d|o'clock|calendar|appointment|engagements?\b|(?:find|meet|reach) you\b"
            r"|time for (?:me|us|a)\b|(?:are|be) you free|free (?:at|on)\b|before (?:you )?(?:go to )?(?:sleep|bed)"
            r"|rest of the day|(?:next|coming) (?:days|week)",
        ),
        ("age", r"how old|\bage\b|\byour birthday\b"),
        (
            "home",
            r"where do you (?:live|sleep)|whose (?:house|home|place|flat|room)\b.*\byou\b"
            r"|where is your (?:bed|room|bedroom)"
            r"|who do you live with|your home|where is your house|live (?:with|alone)|share (?:your|a)"
            r" (?:house|flat|apartment|room)|lives? with you",
        ),
        (
            "work",
            r"what do you do\b(?! (?:if|when))|what (?:do|did) you (?:sell|make|build|produce|teach|repair)\b"
            r"|what (?:kind|sort) of (?:shop|business|work|trade)\b|where do you work\b|do you (?:work|have a job)\W*$"
            r"|do you (?:go to|attend) (?:school|university|college)\b|are you (?:a|an) (?:student|pupil|apprentice)\b"
            r"|your (?:(?:working|opening) hours|job|work|occupation|profession)|for a living|what do you"
            r" study|your major|working on",
        ),
        (
            "nature",
            r"describe you\b|(?:kind|sort) of person|what are you like"
            r"|your (?:character|personality|strengths?|weakness"
            r"|talent|nature|temper)|\b(?:good|bad|best) at\b|talent"
            r"|(?:friends|people|others) (?:say|think|call)\b.*\byou\b",
        ),
        (
            "self",
            r"introduce yourself|introduction|about yourself|who are you\b|your name|describe yourself|your"
            r" (?:interests?|hobb)",
        ),
        (
            "person",
            r"do you know|who is|who's|what do you (?:think|make) of|how do you feel about|tell me about"
            r"|relationship|get along|get on with|have you met|what is .* like"
            r"|talk(?:ed)? (?:to|with)|remember (?:of|about)|friend",
        ),
    ),
    "zh": (
        ("legacy", r"记住你|写(?:一)?本?(?:书|传)|给你(?:写|立)|你的一生|墓碑|留下(?:点|些)?什么"),
        ("struck", r"谁(?:最)?(?:让|叫|使)你|让你.{1,8}的?(?:人)?是谁"),
        (
            "family",
            r"你(?:结婚|成家)|你.{0,3}单身|你有(?:没有)?(?:兄弟|姐妹|哥哥|姐姐|弟弟|妹妹|孩子|儿子|女儿|老婆|媳妇|丈夫|妻子|爸妈|父母)",
        ),
        ("fault", r"毛病|缺点|弱点|短处|坏习惯"),
        ("haunt", r"(?:最熟|最喜欢|最爱|常去|爱去|喜欢去|爱待).{0,8}(?:地方|哪|角落)|哪个?地方你最"),
        (
            "calling",
            r"怎么(?:干上|当上|做上|做起|干起|成了|入的?行|选的?)|(?:喜欢|爱|烦|厌倦).{0,6}(?:工作|这一?行|活儿|专业)|为什么(?:当|选了?这)",
        ),
        (
            "company",
            r"要是.*(?:选谁|跟谁|和谁)|跟谁最?亲|最亲近|谁最亲|最?(?:信得过|信任|佩服|惦记|喜欢|想念|依靠)谁|谁.{0,6}最(?:多|大|重要)",
        ),
        (
            "reaction",
            r"怎么(?:处理|应付|对付)|你?会说(?:些)?什么|说什么好|怎么办|你会怎么(?:做|样|说|回答|处理)|怎么反应|你怎么说|(?:着火|烧糊).{0,8}(?:怎么办|你会|办法)|如果|假如|要是.*你会(?!换)",
        ),
        ("duty", r"要紧的?事|非做不可|没(?:做|办)完|事.{0,3}要办|还(?:得|有什么).{0,8}(?:办|事)"),
        (
            "content",
            r"(?:工作|生意|学习|近来|最近|今[天儿]|一天|日子)(?:还|都|过得)*(?:顺利|好|怎么样|如何|咋样|忙不忙|忙吗|累不累)|过得(?:好|开心|怎么样|习惯|顺|舒心)|^你?(?:现在)?(?:开心|高兴|幸福|孤单|寂寞|累|满意|好)吗|你好吗",
        ),
        (
            "reflection",
            r"这辈子|最(?:好|开心|难忘|糟|坏)的(?:一[件桩])?事|礼物|送.{1,12}什么|打动|想明白|明白了|想跟谁|和谁待|跟谁待|(?<!你)(?<!你的)生日|启发|夸|最佩服|最看重|骄傲|学到|改变了你|后悔|最开心|心事|发愁|烦恼|操心|担心|害怕|愿望|盼|心里惦记|惦记什么"
            r"|在意什么|最好的朋友|最亲近|为什么想"
            r"|感激|感谢|重来|换个做法|在忙些|忙些什么|你最(?!拿手|擅长|近)",
        ),
        ("where", r"你(?:现在|这会儿)?在哪(?:儿|里)?(?:呢|啊|呀)?[？?]?$"),
        ("doing", r"你?(?:现在|这会儿|正)在?(?:做|干)什么|在干嘛|在干什么"),
        ("hours", r"几点.*(?:睡|起床|起来|醒)|什么时候.*(?:睡觉|起床)|多[早晚].*(?:睡|起)"),
        ("shift", r"(?:几点|什么时候).{0,4}(?:收工|下班|上班|开门|关门|打烊|放学|下课|开工|上课)"),
        ("meal", r"早饭|午饭|晚饭|早餐|午餐|晚餐|吃饭|(?:在哪儿?|吃)(?:什么)?吃|吃什么"),
        ("schedule", r"平常的一天|平时.*一天|作息|日程|一天.*怎么过|日常安排"),
        (
            "plan",
            r"打算|计划|明天|今晚|今天(?:下午|晚上|早上|上午)|几点.*做什么|点.*在做什么|点.*做什么|会做什么|要做什么|答应|受邀|接下来"
            r"|有空|有时间|安排|睡(?:觉)?(?:之)?前|哪儿找你|去哪儿?找你",
        ),
        ("age", r"多大|几岁|年龄|你的?生日"),
        (
            "home",
            r"住在?哪|睡在?哪|(?:跟|和|同)谁.{0,3}(?:住|过日子|搭伙)|跟谁.*住|和谁.*住|家在哪|家里(?:还)?有|一个人住",
        ),
        (
            "work",
            r"卖(?:些)?(?:什么|啥)|在哪(?:儿|里)?(?:上班|工作|干活)|你(?:还)?(?:上班|上学|工作)[吗么没]|干啥的|做啥的|做什么工作|什么工作|职业|靠什么|学什么|什么专业|你是?(?:干|做)什么的|哪一?行|忙什么|在做什么",
        ),
        ("nature", r"形容你|拿手|擅长|优点|缺点|脾气|性格|你是.*样的人|别人(?:说|觉得)你|朋友.*(?:说|觉得)你"),
        ("self", r"自我介绍|介绍一下(?:你|自己)|你是谁|你叫什么|说说你自己|你的(?:爱好|兴趣)|聊聊你自己"),
        ("person", r"还记得.*有关"),
        ("person", r"认识|是谁|怎么看|觉得.*怎么样|关系|处得|说说.{1,8}$|了解|是什么样的人|聊过"),
    ),
}
OF_ONESELF = ("age", "home", "work", "nature", "self")
_PATTERNS = {
    language: tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in rows)
    for language, rows in _SORTS.items()
}


_YOU = re.compile(r"\byou(?:r|rs|rself)?\b|你", re.IGNORECASE)
_HEARD = re.compile(
    r"\b(?:heard?|told|tell|know|knew|seen|met|happen\w*|remember)\b|\bdid\b|\bwere\b|\bwas\b|have you ever"
    r"|听说|知道|见过|记得|发生|去年|上次|当时",
    re.IGNORECASE,
)
_PLAIN = words(
    "life live happy love hope fear feel friend work home town good bad best worst favourite hard easy decision proud"
    " learn like want need believe enjoy miss matter important person great small big year old young really world"
    " dream money luck right wrong care look find give keep long first always reason moment"
) | frozenset("生活 日子 喜欢 希望 害怕 觉得 朋友 工作 镇上 决定 重要 骄傲 后悔 快乐 幸福 梦想 将来 世界 自己".split())
"""Words for questions that every person can answer about themselves."""


def asks_of_oneself(question: str) -> bool:
    """Whether self-knowledge is enough to answer: the question is about the person, and needs no news."""
    return bool(_YOU.search(question)) and not _HEARD.search(question) and words(question) <= _PLAIN


_STATE = re.compile(
    r"(?:(?:are|were) you\b(?! (?:\w+ )?(?:aware|going|coming|invited|planning|told|informed|sure))"
    r"|do you (?:have|own|suffer|feel)\b)",
    re.IGNORECASE,
)


def asks_of_own_state(question: str) -> bool:
    """Whether it asks what the person is or has, of which only an own memory tells."""
    return _STATE.match(question) is not None


def asks_of_you(question: str) -> bool:
    """Whether a question names the person asked: `How old are you?`, but not `How old is it?`"""
    return _YOU.search(question) is not None


def sort_of(question: str, language: str) -> str:
    """The sort of a question."""
    rows = _PATTERNS["zh" if language == "zh" else "en"]
    return next((name for name, pattern in rows if pattern.search(question)), "fact")


def sorts_of_oneself(question: str, language: str) -> list[str]:
    """All questions about the person in one: `How old are you, and where do you live?`"""
    rows = _PATTERNS["zh" if language == "zh" else "en"]
    return [name for name, pattern in rows if name in OF_ONESELF and pattern.search(question)]
