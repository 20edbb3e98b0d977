"""Text that people do not say: markup, error messages, template tokens, a model speaking as a model.

Invariant (rule M3): in doubt a text passes: a sentence that a person might say ("I am sorry, but I cannot come") does;
one that only a machine would say does not.
"""

import re

_MACHINE = re.compile(
    r"""
    </?[a-zA-Z!][^<>]{0,200}> | ``` | <\|[^|]*\|> | \{\{ | \}\} | \{[a-z_]+\} | \[/?INST\] | \[object\ Object\] |
    \[(?:your|insert|name|place|time|date|person)\b[^\]]*\] | "\w+"\s*:\s*["\[{] |
    Traceback\ \(most | (?-i:\b[A-Z]\w+(?:Error|Exception):\s) | \A(?:error|fatal|exception):\s |
    \bHTTP(?:/[\d.]+)?\ [45]\d\d\b |
    \b(?:status|error)\ code:?\ [45]\d\d\b |
    \b[45]\d\d\ (?:Bad\ |Internal\ |Service\ |Too\ Many|Unauthor|Forbidden|Not\ Found|Gateway) |
    \brate\ limit\ (?:exceeded|reached) | \bquota\ exceeded | \binvalid[\ _](?:api[\ _]key|request) | \bmax_tokens\b |
    \bmaximum\ context\ length | \binternal\ server\ error | \bbad\ gateway |
    \bservice\ (?:is\ )?(?:temporarily\ )?unavailable |
    \bconnection\ (?:reset\ by|refused|aborted) | \bcontent\ (?:filter|policy) |
    服务器(?:内部)?错误 | 服务(?:暂时)?不可用 | 请求(?:超时|过于频繁|失败) | 错误代码 | 接口(?:限流|报错) | 内容审核
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ECHO = re.compile(
    r"(?:string|text|null|none|n/?a|nan|undefined|todo|placeholder|the (?:next )?line|\.\.\.|…+|"
    r"文本|字符串|占位符|台词)[.。]?\Z",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"""
    \bas\ an?\ (?:AI|artificial|large\ language|language\ model|assistant) |
    \bI(?:['’]|\ a)m\ (?:just\ |only\ )?an?\ (?:AI\b|(?:large\ )?language\ model|computer\ program|chatbot) |
    \bI(?:['’]|\ a)m\ programmed\ to\b | \bmy\ (?:purpose|role)\ is\ to\ (?:assist|help|provide)\b |
    \bI\ (?:do\ not|don['’]t)\ have\ (?:the\ (?:ability|capability)\ to|personal\ (?:experiences|feelings|opinions)) |
    \bsorry,?\ (?:but\ )?I\ (?:do|did)(?:\ not|n['’]t)\ (?:quite\ )?understand\ (?:the|your|that|this)
    \ (?:question|request|message|query|input|prompt)\b |
    \A(?:sure|certainly|of\ course)[!,.]?\ here(?:['’]s|\ is|\ are)\ (?:the|an?|your|my)\ (?:\w+\ )?
    (?:line|response|answer|reply|example|JSON)\b |
    \bI(?:\ can(?:not|['’]t)|['’]m\ unable\ to|\ am\ unable\ to|\ won['’]t)\ (?:assist|fulfil+|comply|generate) |
    \bmy\ (?:guidelines|training\ data)\b |
    \A(?:I(?:['’]|\ a)m\ (?:very\ )?sorry|sorry|unfortunately)\b[,.]?\ (?:but\ )?
    I(?:\ can(?:not|['’]t)|['’]m\ (?:not\ able|unable)\ to|\ am\ (?:not\ able|unable)\ to)
    \ (?:help|answer|respond|discuss|do|engage|provide)(?:\ you)?\ ?(?:with|to|in)?
    \ ?(?:that|this)(?:\ (?:request|question|topic|information))?[.!]?\Z |
    \b(?:how|what)\ (?:can|may|could)\ I\ (?:assist\ you|help\ you\ with)\b |
    \bis\ there\ anything\ else\ I\ can\ assist\b | \bfeel\ free\ to\ ask\ (?:me\ )?(?:any|if) |
    \bI(?:['’]|\ a)m\ here\ to\ (?:assist|help\ you\ with\ any) |
    作为(?:一个|一名)?\s*(?:AI|人工智能|语言模型|大模型|助手) | 我是(?:一个)?\s*(?:AI|人工智能|语言模型) |
    (?:有什么|还有什么).{0,6}(?:帮助|协助)(?:到)?[您你] | 很高兴为[您你]提供(?:帮助|服务) |
    (?:抱歉|对不起)[，,]?\s*(?:但)?(?:是)?我(?:无法|不能)(?:回答|讨论|参与|处理|帮助[您你]) |
    没有(?:个人|真实|自己的?)的?(?:经历|情感|感情|意识) | 以下是.{0,6}(?:回答|回复|台词) | 理解[您你]的(?:问题|请求) |
    (?:抱歉|对不起)[，,]?\s*(?:但)?(?:是)?我?(?:无法|不能)提供(?:这|该|此|任何|相关|更多) |
    无法(?:协助|满足(?:您|你)的请求|提供(?:该|这类|此类)|生成) | 不能(?:协助|提供(?:该|这类|此类))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SERVICE = re.compile(
    r"""
    \bis\ there\ any(?:thing|\ other\ \w+)\ (?:else|specific|in\ particular|more)\b.*\b(?:you|I\ can)\b |
    \bdo\ you\ (?:have|need)\ any(?:thing)?\ (?:other|further|more|specific)
    \ (?:questions|concerns|help|information|details)\b |
    \blet\ me\ know\ if\ (?:you|there)\b[^.!?]*
    \b(?:any(?:thing|\ \w+)?|else|more|further|help|assist\w*|questions?|information|details?)\b |
    \bdon['’]t\ hesitate\ to\b |
    \bhow\ (?:can|may)\ I\ help\ you\ (?:today|with\ (?:that|this|your\ (?:question|request)))\b |
    \bwhat\ can\ I\ do\ for\ you\ today\b | \bI(?:['’]|\ a)m\ here\ to\ help\b(?!\ with\ (?:the|my|your)\b) |
    \bI(?:['’]d|\ would)\ be\ (?:happy|glad)\ to\ (?:help|assist)\ (?:you\ )?with\ (?:any|whatever)\b |
    \bI\ hope\ this\ (?:information\ |answer\ )?helps\b |
    \bI\ apologi[sz]e\ for\ (?:the|any)\ (?:confusion|inconvenience)\b |
    \b(?:I(?:['’]|\ a)m\ not\ able|I(?:['’]|\ a)m\ unable)\ to\ (?:help|assist)\ (?:you\ )?with\ (?:that|this)[.!]?\Z |
    \byour\ request\ has\ been\b |
    \bfeel\ free\ to\ (?:ask|reach|let)\b |
    \bprovide\ (?:me\ |us\ )?(?:with\ )?(?:more|additional|further|any|some|enough)
    \ (?:\w+\ )?(?:details?|information|context|notes)\b |
    \bthank(?:s|\ you)\ for\ (?:sharing\ |providing\ )?(?:the|that|this|your)
    \ (?:information|details|update|clarification|request|question|inquiry|feedback)\b |
    \bI\ (?:can(?:not|['’]t)|am\ unable\ to)\ (?:continue|answer|have|engage\ in)
    \ (?:the|this|that|your|any)\ (?:\w+\ )?(?:conversation|question|discussion|request)\b |
    \bsorry,?\ but\ I\ can(?:not|['’]t)\ help\ (?:you\ )?with\ that\b |
    \bI\ (?:do\ not|don['’]t)\ have\ (?:enough|any|the|access\ to\ (?:the|any))\ (?:\w+\ )?information\b |
    还有(?:什么|其他|别的).{0,8}(?:问题|需要|想了解|可以帮|能帮) |
    (?:请|能)[您你]?提供更多.{0,6}(?:信息|细节|资料) |
    (?:感谢|谢谢)[您你]?(?:提供)?的?(?:信息|反馈|配合|理解与支持|提问|咨询) |
    (?:请问|今天)[^。！？]{0,4}有什么[^。！？]{0,3}(?:可以|能)帮 | 有什么[^。！？]{0,3}(?:可以|能)帮(?:到|助)?您 |
    (?:可以|能)为您(?:做|提供) | (?:可以|能)帮您什么 | (?:乐意|高兴)能?(?:帮助?到?|协助)您 | 您的请求 |
    希望(?:这|以上|我的回答)[^。！？]{0,6}(?:帮助|有用|帮到) |
    [您你](?:还?有)任何(?:问题|需要).{0,8}(?:告诉|联系|问) | 随时(?:告诉|联系|问)我
    """,
    re.VERBOSE | re.IGNORECASE,
)


def is_machine(text: str) -> bool:
    """Whether a text contains something that no person would say."""
    return _MACHINE.search(text) is not None or _ECHO.match(text) is not None


def is_refusal(text: str) -> bool:
    """Whether a model speaks as a model."""
    return _REFUSAL.search(text) is not None


def is_service(sentence: str) -> bool:
    """Whether a sentence of a talk is what an assistant says to a customer."""
    return is_refusal(sentence) or _SERVICE.search(sentence) is not None
