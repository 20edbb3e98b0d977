/** The head of the window: whose town this is, and the switches for language and light. */
import { moveTo, town, towns } from "../town";
import { LANGUAGES, language, read, say, speak } from "../words";
import { Icon, type IconName } from "./icon";
import { nextTheme, type Theme, theme } from "./theme";

const THEME_ICONS: Record<Theme, IconName> = { auto: "contrast", light: "sun", dark: "moon" };

function otherLanguage(): string {
  return LANGUAGES[(LANGUAGES.indexOf(language.value) + 1) % LANGUAGES.length] ?? "en";
}

function TownName() {
  const shown = town.value;
  if (!shown) return <h1>{say("brand")}</h1>;
  if (towns.value.length < 2) return <h1>{read(shown.name)}</h1>;
  return (
    <h1>
      <select
        class="town"
        aria-label={say("town.switch")}
        value={shown.id}
        onChange={(event) => moveTo(event.currentTarget.value)}
      >
        {towns.value.map((entry) => (
          <option key={entry.id} value={entry.id}>
            {read(entry.name)}
          </option>
        ))}
      </select>
    </h1>
  );
}

export function Header() {
  return (
    <header class="header">
      <img class="mark" src="./mark.svg" alt="" width="32" height="32" />
      <div class="title">
        <small>{say("brand")}</small>
        <TownName />
      </div>
      <button
        type="button"
        class="switch"
        id="language"
        aria-label={say("language.switch")}
        onClick={() => speak(otherLanguage())}
      >
        {say("language.other")}
      </button>
      <button
        type="button"
        class="switch square"
        aria-label={say(`theme.${theme.value}`)}
        title={say(`theme.${theme.value}`)}
        onClick={nextTheme}
      >
        <Icon name={THEME_ICONS[theme.value]} />
      </button>
    </header>
  );
}
