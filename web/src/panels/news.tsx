/**
 * How a piece of news spread through the town: who knew it first, who told whom, in which words.
 *
 * Knows news by its words or by a person's memory. Invariant: each person who knows it is shown once, under the
 * person who told them; a person without a source is labelled as such.
 */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { type NewsQuery, readNews, readNewsIdeas } from "../api/reads";
import type { News as Told } from "../api/wire.gen";
import { run } from "../run/now";
import { chooseTalk } from "../town";
import { say } from "../words";
import { slowTick, useAnswer } from "./answer";
import { type Branch, branchesOf } from "./branches";
import { Icon } from "./icon";
import { spokenLanguage } from "./language";
import { Face, Moment, PersonLink } from "./link";
import { calledOf, namesOf } from "./names";
import { FacePicture } from "./portrait";
import { Empty, Loading, Trouble } from "./trouble";
import { openView } from "./views";

const query = signal<NewsQuery | null>(null);

/** Opens the trace of a piece of news. */
export function traceNews(what: NewsQuery): void {
  query.value = what;
  openView("news");
}

function BranchRow({ branch }: { branch: Branch }) {
  const { knower, told } = branch;
  return (
    <li>
      <div class="knower">
        <Face id={knower.person} size={34} />
        <div>
          <p>
            <PersonLink id={knower.person} />{" "}
            <span class="soft small">
              {knower.source && !knower.own ? (
                <>
                  {say("news.from")} <PersonLink id={knower.source} />
                </>
              ) : (
                say(knower.tick < 0 ? "news.before" : "news.own")
              )}
              {knower.tick >= 0 && (
                <>
                  {" · "}
                  <Moment tick={knower.tick} />
                </>
              )}
            </span>
          </p>
          {(knower.line || knower.text) && (
            <blockquote class="said" lang={spokenLanguage.value}>
              {knower.line || knower.text}
            </blockquote>
          )}
          {knower.talk && (
            <button type="button" class="link small" onClick={() => chooseTalk(knower.talk ?? "")}>
              {say("feed.read")}
            </button>
          )}
        </div>
      </div>
      {told.length > 0 && (
        <ul class="branches">
          {told.map((one) => (
            <BranchRow key={one.knower.person} branch={one} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Trace({ told }: { told: Told }) {
  const remember = [...told.knowers, ...told.unexplained];
  if (!remember.length) return <Empty words={say("news.nobody")} />;
  return (
    <>
      <p class="news-head">
        <strong lang={spokenLanguage.value}>{told.text}</strong>
        <span class="soft"> {say("news.count", { n: told.knowers.length })}</span>
      </p>
      <ul class="branches root">
        {branchesOf(remember).map((branch) => (
          <BranchRow key={branch.knower.person} branch={branch} />
        ))}
      </ul>
      {told.unexplained.length > 0 && (
        <p class="soft empty">
          {say("news.unexplained", { names: namesOf(told.unexplained.map((each) => each.person)) })}
        </p>
      )}
    </>
  );
}

function Traced({ what }: { what: NewsQuery }) {
  const name = run.value?.name ?? "";
  const tick = slowTick.value;
  const kept = useAnswer(`${JSON.stringify(what)} ${tick}`, () => readNews(name, what, tick));
  return (
    <>
      <Trouble kept={kept} />
      {kept.data ? <Trace told={kept.data} /> : !kept.trouble && <Loading />}
    </>
  );
}

function Ideas() {
  const name = run.value?.name ?? "";
  const tick = slowTick.value;
  const kept = useAnswer(`ideas ${Math.floor(tick / 60)}`, () => readNewsIdeas(name, tick), 2000);
  if (!kept.data?.length) return null;
  return (
    <ul class="ideas" aria-label={say("news.ideas")}>
      {kept.data.slice(0, 12).map((idea) => (
        <li key={idea.text}>
          <button type="button" class="idea" onClick={() => (query.value = { q: idea.text })}>
            {idea.first && <FacePicture class="portrait" id={idea.first} size={34} lazy />}
            <span>
              {idea.first && <strong>{say("names.says", { name: calledOf(idea.first) })}</strong>}
              <span lang={spokenLanguage.value}>{idea.text}</span>
            </span>
            <span class="chip">{say("news.knowers", { n: idea.knowers })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function News() {
  const asked = query.value;
  const [typed, setTyped] = useState("");
  useEffect(() => {
    if (asked && "q" in asked) setTyped(asked.q);
  }, [asked]);
  const search = (event: Event) => {
    event.preventDefault();
    query.value = typed.trim() ? { q: typed.trim() } : null;
  };
  return (
    <div class="pad">
      <p class="soft small">{say("news.about")}</p>
      <form class="ask-line" onSubmit={search}>
        <label class="field">
          <Icon name="news" />
          <span class="unseen">{say("news.search")}</span>
          <input
            type="search"
            placeholder={say("news.search")}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="act primary">
          {say("news.trace")}
        </button>
      </form>
      {asked ? <Traced key={JSON.stringify(asked)} what={asked} /> : <Ideas />}
      {asked && (
        <button type="button" class="link" onClick={() => (query.value = null)}>
          {say("news.other")}
        </button>
      )}
    </div>
  );
}
