/** The switches for language and theme. */
import { LANGUAGES, language, say, speak } from "../words";
import { Icon, type IconName } from "./icon";
import { nextTheme, type Theme, theme } from "./theme";

const THEME_ICONS: Record<Theme, IconName> = { auto: "contrast", light: "sun", dark: "moon" };

function otherLanguage(): string {
  return LANGUAGES[(LANGUAGES.indexOf(language.value) + 1) % LANGUAGES.length] ?? "en";
}

export function Switches() {
  return (
    <>
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
