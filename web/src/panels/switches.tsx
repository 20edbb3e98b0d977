/** The switches for language and theme. */
import { LANGUAGES, language, localeOf, say, setLanguage } from "../words";
import { Icon, type IconName } from "./icon";
import { nextTheme, type Theme, theme } from "./theme";

const THEME_ICONS: Record<Theme, IconName> = { auto: "contrast", light: "sun", dark: "moon" };

export function Switches() {
  return (
    <>
      <select
        class="switch"
        id="language"
        aria-label={say("language.label")}
        value={language.value}
        onChange={(event) => setLanguage(event.currentTarget.value)}
      >
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code} lang={localeOf(code)}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="switch square"
        id="theme"
        aria-label={say(`theme.${theme.value}`)}
        title={say(`theme.${theme.value}`)}
        onClick={nextTheme}
      >
        <Icon name={THEME_ICONS[theme.value]} />
      </button>
    </>
  );
}
