/** The entry point of the page. */
import { render } from "preact";
import { App } from "./app";
import { noteEmoji } from "./emoji";
import "./style/index.css";

noteEmoji();

const host = document.getElementById("window");
if (host) render(<App />, host);
