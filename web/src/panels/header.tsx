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

/** The way back to all runs and towns. A recording has none. */
export function HomeButton({ size = 38 }: { size?: number }) {
  const mark = <img class="mark" src="./mark.svg" alt="" width={size} height={size} />;
  if (inReplay) return mark;
  return (
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
  );
}

export function Header() {
  return (
    <header class="header">
      <HomeButton />
      <Title />
      <Switches />
    </header>
  );
}
