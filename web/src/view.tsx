/** One run, or a town without a run: the map, the panel and the time bar. */
import { ActsLayer } from "./acts/layer";
import { Opening } from "./acts/opening";
import { Ribbon } from "./acts/ribbon";
import { Walking } from "./acts/walk";
import { Stage } from "./map/stage";
import { Panel } from "./panels/panel";
import * as sheet from "./panels/sheet";
import { TimeBar } from "./time/bar";
import { say } from "./words";

export function View() {
  const skip = () => document.getElementById("search")?.focus();
  return (
    <div class="window" data-sheet={sheet.height.value}>
      <button type="button" class="skip" onClick={skip}>
        {say("sheet.skip")}
      </button>
      <div class="view">
        <Stage />
        <Opening />
        <div class="dock">
          <TimeBar />
          <Walking />
          <Ribbon />
        </div>
      </div>
      <Panel />
      <ActsLayer />
    </div>
  );
}
