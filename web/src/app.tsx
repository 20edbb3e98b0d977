/** The whole window: the map, the panel, the time; or why there is none of it. */
import { useEffect } from "preact/hooks";
import { Stage } from "./map/stage";
import { Panel } from "./panels/panel";
import * as sheet from "./panels/sheet";
import { TimeBar } from "./time/bar";
import { begin, failure, town } from "./town";
import { read, say } from "./words";

function Failure({ what, remedy }: { what: string; remedy: string }) {
  return (
    <div class="failure" role="alert">
      <img src="./mark.svg" alt="" width="72" height="72" />
      <h1>{say("failed.title")}</h1>
      <p>{what || say("failed.gone")}</p>
      <p class="soft">{what ? remedy : say("failed.gone.remedy")}</p>
      <button type="button" class="act" onClick={begin}>
        {say("failed.again")}
      </button>
    </div>
  );
}

export function App() {
  const name = read(town.value?.name);
  useEffect(() => {
    document.title = name ? `${name} · ${say("brand")}` : say("brand");
  }, [name]);
  const failed = failure.value;
  if (failed) return <Failure what={failed.what} remedy={failed.remedy} />;
  return (
    <div class="window" data-sheet={sheet.height.value}>
      <a class="skip" href="#search">
        {say("sheet.skip")}
      </a>
      <div class="view">
        <Stage />
        <TimeBar />
      </div>
      <Panel />
    </div>
  );
}
