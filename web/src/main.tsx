/** The entry point of the page. */
import { render } from "preact";
import { App } from "./app";
import "./style/index.css";

const host = document.getElementById("window");
if (host) render(<App />, host);
