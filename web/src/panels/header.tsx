/** The panel header: the run and town, the model, and the language and theme switches. */
import { inReplay } from "../api/carried";
import { MindSign } from "../machine/sign";
import { goHome } from "../route";
import { run } from "../run/now";
import { town } from "../town";
import { read, say } from "../words";
import { Switches } from "./switches";

function Title() {
  const name = read(town.value?.name) || say("brand");
  const lived = run.value;
  return (
    <div class="title">
      <small data-run={lived?.name}>{lived ? lived.name : say("brand")}</small>
      <h1>{name}</h1>
      {lived && !inReplay && <MindSign />}
    </div>
  );
}

export function Header() {
  const mark = <img class="mark" src="./mark.svg" alt="" width="38" height="38" />;
  return (
    <header class="header">
      {inReplay ? (
        mark
      ) : (
        <button
          type="button"
          class="home"
          id="home"
          aria-label={say("home.go")}
          title={say("home.go")}
          onClick={goHome}
        >
          {mark}
        </button>
      )}
      <Title />
      <Switches />
    </header>
  );
}
