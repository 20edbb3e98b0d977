"""OpenAI's chat completions, which nearly every endpoint supports.

Invariants: the most stable text comes first, so that endpoints can cache it; reasoning and refusals are not in the
text, unless the model writes them there.
"""

from typing import ClassVar, Final

from milkwood.models.prompt import GAP, Prompt
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.plain import Json, JsonObject, items, table
from milkwood.providers.presets import Preset
from milkwood.providers.remote import ModelReply
from milkwood.providers.request_forms import RequestForm

_CUT_OFF: Final = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
_FILTER: Final = frozenset({"content_filter", "sensitive", "safety", "refusal", "prohibited_content", "recitation"})
_FAILED: Final = frozenset({"error", "network_error", "abort"})
_OPEN, _CLOSE = "<think", "</think"


class OpenAiApi:
    """Chat completions."""

    path = "/chat/completions"

    def __init__(self, spec: Spec, one: Preset) -> None:
        self._model = spec.model
        self._temperature = spec.temperature
        self._quiet = one.quiet_extras(spec.model)
        self._key_header = one.key_header

    def headers(self, key: Secret | None) -> dict[str, str]:
        """The key, if there is one."""
        if not key:
            return {}
        another = {self._key_header: key.reveal()} if self._key_header else {}
        return {"Authorization": f"Bearer {key.reveal()}", **another}

    def body(self, prompt: Prompt, schema: JsonObject, most_tokens: int, way: RequestForm) -> dict[str, Json]:
        """A request."""
        body: dict[str, Json] = {
            "model": self._model,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": GAP.join((*prompt.parts, prompt.user))},
            ],
        }
        if way.limit:
            body[way.limit] = most_tokens
        if way.temperature and self._temperature is not None:
            body["temperature"] = self._temperature
        if way.quiet:
            body.update(self._quiet)
        return {**body, **_form(schema, way)}

    def read(self, reply: JsonObject) -> ModelReply:
        """The content of a reply."""
        choice = _first(reply.get("choices"))
        message = table(choice.get("message"))
        text = _text(message) or _words(choice.get("text"))
        reason = str(choice.get("finish_reason") or "").lower()
        if reason in _FILTER or (message.get("refusal") and not text):
            return ModelReply("", "filter")
        if choice.get("error") or reason in _FAILED:
            return ModelReply("", "failed")
        thought = bool(message.get("reasoning_content") or message.get("reasoning")) and not text
        thinking = thought or (_OPEN in text and _CLOSE not in text)
        return ModelReply(text if text.strip() else "", "cut_off" if reason in _CUT_OFF else "whole", thinking)

    def gather(self) -> "OpenAiStream":
        """The assembler of a stream."""
        return OpenAiStream()


class OpenAiStream:
    """Assembles a streamed reply."""

    asks: ClassVar[JsonObject] = {"stream": True, "stream_options": {"include_usage": True}}

    def __init__(self) -> None:
        self._text: list[str] = []
        self._thought = False
        self._last: dict[str, Json] = {}
        self._reason: Json = None
        self._whole = JsonObjectEnd()

    @property
    def reply(self) -> JsonObject:
        """The reply so far."""
        message = {"content": "".join(self._text), "reasoning_content": "…" if self._thought else ""}
        return self._last | {"choices": [{"message": message, "finish_reason": self._reason}]}

    def add(self, event: JsonObject) -> bool:
        """Add a chunk; returns whether the answer is complete."""
        for key in ("usage", "timings", "x_groq"):
            if event.get(key):
                self._last[key] = event[key]
        choice = _first(event.get("choices"))
        self._reason = choice.get("finish_reason") or self._reason
        said = choice.get("delta") or choice.get("message")
        if isinstance(said, dict):
            self._thought |= bool(said.get("reasoning_content") or said.get("reasoning"))
            text = _words(said.get("content"))
            self._text.append(text)
            return self._whole.hears(text)
        return self._whole.is_there


class JsonObjectEnd:
    """Detects the end of the first JSON object outside reasoning."""

    def __init__(self) -> None:
        self.is_there = False
        self._begun = ""
        self._depth = 0
        self._quoted = self._escaped = False

    def hears(self, text: str) -> bool:
        """Whether the object is complete with this chunk."""
        if not self._depth and not self.is_there:
            text = self._begun = self._begun + text
            if (opened := text.find(_OPEN)) >= 0 and "{" not in text[:opened]:
                closed = text.find(_CLOSE)
                if closed < 0:
                    return False
                text = text[closed:]
            if "{" not in text:
                return False
        for letter in text:
            if self.is_there:
                break
            self._letter(letter)
        return self.is_there

    def _letter(self, letter: str) -> None:
        if self._quoted:
            self._quoted = self._escaped or letter != '"'
            self._escaped = letter == "\\" and not self._escaped
        elif letter == '"':
            self._quoted = self._depth > 0
        elif letter == "{":
            self._depth += 1
        elif letter == "}" and self._depth:
            self._depth -= 1
            self.is_there = not self._depth


def _form(schema: JsonObject, way: RequestForm) -> dict[str, Json]:
    """The request field that enforces the form of an answer."""
    match way.means:
        case "schema":
            named: JsonObject = {"name": "answer", "strict": True, "schema": schema}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        case "grammar":  # servers that supported a schema here before json_schema existed
            return {"response_format": {"type": "json_object", "schema": schema}}
        case "object":
            return {"response_format": {"type": "json_object"}}
    return {}


def _text(message: JsonObject) -> str:
    """The text of a message, or else its tool arguments."""
    if words := _words(message.get("content")):
        return words
    return _words(table(_first(message.get("tool_calls")).get("function")).get("arguments"))


def _first(listed: Json) -> JsonObject:
    return table(next(iter(items(listed)), None))


def _words(content: Json) -> str:
    """A text, or the texts of a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = (table(part).get("text") for part in content if table(part).get("type") != "thinking")
        return "".join(part for part in parts if isinstance(part, str))
    return ""
