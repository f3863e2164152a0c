import { mount } from "svelte";
import "@fontsource/eb-garamond/latin-400.css";
import "@fontsource/eb-garamond/latin-400-italic.css";
import "@fontsource/eb-garamond/latin-600.css";
import App from "./App.svelte";
import "./lib/tokens.css";
import "./lib/base.css";

// asked for before anything is written in them: names on the map are laid by how wide they are
for (const face of ["400", "italic 400", "600"]) void document.fonts.load(`${face} 16px "EB Garamond"`).catch(() => undefined);

const target = document.getElementById("app");
if (target) mount(App, { target });
