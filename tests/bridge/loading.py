"""Which folders the original's own loaders take, as our notes on them say.

Not its code: every check is one that its server makes when it opens a simulation to go on with it. Knows nothing of
ours.
"""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

LONG, DATE, NODE = "%B %d, %Y, %H:%M:%S", "%B %d, %Y", "%Y-%m-%d %H:%M:%S"
NODE_FIELDS = (
    "node_count type_count type depth created expiration subject predicate object description embedding_key poignancy"
    " keywords filling"
).split()
SCRATCH_FIELDS = (
    "vision_r att_bandwidth retention curr_time curr_tile daily_plan_req name first_name last_name age innate learned"
    " currently lifestyle living_area concept_forget daily_reflection_time daily_reflection_size overlap_reflect_th"
    " kw_strg_event_reflect_th kw_strg_thought_reflect_th recency_w relevance_w importance_w recency_decay"
    " importance_trigger_max importance_trigger_curr importance_ele_n thought_count daily_req f_daily_schedule"
    " f_daily_schedule_hourly_org act_address act_start_time act_duration act_description act_pronunciatio act_event"
    " act_obj_description act_obj_pronunciatio act_obj_event chatting_with chat chatting_with_buffer chatting_end_time"
    " act_path_set planned_path"
).split()


def is_loaded(folder: Path, width: int, height: int) -> bool:
    """Whether the original's server opens a simulation."""
    try:
        _load(folder, width, height)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OSError, RecursionError):
        return False
    return True


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _load(folder: Path, width: int, height: int) -> None:
    meta = _json(folder / "reverie" / "meta.json")
    datetime.strptime(f"{meta['start_date']}, 00:00:00", LONG)
    datetime.strptime(meta["curr_time"], LONG)
    meta["sec_per_step"], meta["maze_name"]
    here = _json(folder / "environment" / f"{meta['step']}.json")
    if not meta["persona_names"]:
        raise ValueError("a town without people, which the original opens, is none here")
    for name in meta["persona_names"]:
        tiles = [[None] * width for _ in range(height)]
        tiles[here[name]["y"]][here[name]["x"]]
        _person(folder / "personas" / name / "bootstrap_memory")


def _person(folder: Path) -> None:
    if (folder / "spatial_memory.json").exists():
        _json(folder / "spatial_memory.json")
    memory = folder / "associative_memory"
    vectors, nodes = _json(memory / "embeddings.json"), _json(memory / "nodes.json")
    for number in range(len(nodes.keys())):
        _node(nodes[f"node_{number + 1}"], vectors)
    strengths = _json(memory / "kw_strength.json")
    strengths["kw_strength_event"], strengths["kw_strength_thought"]
    if (folder / "scratch.json").exists():
        _scratch(_json(folder / "scratch.json"))


def _node(node: Any, vectors: Any) -> None:
    for field in NODE_FIELDS:
        node[field]
    datetime.strptime(node["created"], NODE)
    if node["expiration"]:
        datetime.strptime(node["expiration"], NODE)
    vectors[node["embedding_key"]]
    words = set(node["keywords"])
    if node["type"] in ("event", "thought", "chat"):
        [word.lower() for word in words]
    if node["type"] == "event" and "(" in node["description"]:
        node["description"].split()


def _scratch(scratch: Any) -> None:
    for field in SCRATCH_FIELDS:
        scratch[field]
    for field in ("curr_time", "act_start_time", "chatting_end_time"):
        if scratch[field]:
            datetime.strptime(scratch[field], LONG)
    tuple(scratch["act_event"])
    tuple(scratch["act_obj_event"])
