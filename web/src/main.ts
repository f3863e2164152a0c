import { mount } from "svelte";
import "@fontsource/eb-garamond/latin-400.css";
import "@fontsource/eb-garamond/latin-400-italic.css";
import "@fontsource/eb-garamond/latin-600.css";
import App from "./App.svelte";
import "./lib/tokens.css";
import "./lib/base.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
