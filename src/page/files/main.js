// Tabs, language, light and dark, and the connection.

import { byId, hush, memory, notice, within } from "./dom.js";
import { connect, on } from "./link.js";
import { NAMES, open, openLater, partOf, parts, welcome } from "./parts.js";
import * as play from "./play.js";
import { fetchWords, fill, language, preferred, speak, t } from "./words.js";

/** The part of the page and what to show there, as the address says. */
function address() {
  const [path, query] = location.hash.slice(1).split("?");
  const [name, ...places] = path.split("/");
  const asked = new URLSearchParams(query ?? "");
  // A place in a part, as a lesson and its step.
  if (places.length > 0) asked.set("at", places.join("/"));
  return { name: NAMES.includes(name) ? name : "play", query: asked };
}

/** The last address at play: other pages lead back to that table. */
let table = "play";

function show() {
  const { name, query } = address();
  // What was said belongs to another part of the page.
  const part = byId(partOf(name));
  if (part.hidden) hush();
  if (name === "play") table = location.hash.slice(1) || name;
  for (const other of NAMES) {
    byId(partOf(other)).hidden = partOf(other) !== partOf(name);
  }
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    // The help is no tab: from there the first one is reached.
    tab.tabIndex = tab.dataset.tab === name || (name === "help" && tab === tabs[0]) ? 0 : -1;
  }
  byId("tab-help").setAttribute("aria-current", String(name === "help"));
  part.setAttribute("aria-labelledby", `tab-${name}`);
  // On the narrowest screens not all tabs are in sight.
  byId(`tab-${name}`).scrollIntoView({ block: "nearest", inline: "nearest" });
  if (parts[partOf(name)]) return open(name, query);
  const { hash } = location;
  return openLater(name, query, () => location.hash !== hash);
}

const tabs = within(byId("tabs"), "[data-tab]");
for (const tab of tabs) {
  tab.addEventListener("click", () => {
    const isBack = tab.dataset.tab === "play" && address().name !== "play";
    location.hash = isBack ? table : tab.dataset.tab ?? "";
  });
}
byId("tabs").addEventListener("keydown", (event) => {
  const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if (step === 0) return;
  const next = tabs[([...tabs].findIndex((tab) => tab === document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
});
window.addEventListener("hashchange", show);

/** One choice of a language after the other, so that two quick clicks come back to the first. */
let choices = Promise.resolve();
byId("language").addEventListener("click", () => {
  choices = choices.then(async () => {
    const next = language() === "en" ? "zh" : "en";
    try {
      await fetchWords(next);
      speak(next);
    } catch {
      notice(t("offline"));
    }
  });
});
document.addEventListener("language", () => {
  const button = byId("language");
  button.textContent = language() === "en" ? "中文" : "English";
  button.lang = language() === "en" ? "zh" : "en";
  state();
});

/** Light or dark: as chosen here, else as the system likes it.
 *  @param {string | null} name */
function theme(name) {
  if (name) document.documentElement.dataset.theme = name;
}
theme(memory.get("theme"));
byId("theme").addEventListener("click", () => {
  const isDark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  memory.set("theme", isDark ? "light" : "dark");
  theme(memory.get("theme"));
});

let isOnline = false;
function state() {
  byId("state").textContent = t(isOnline ? "online" : "offline");
  byId("state").dataset.online = String(isOnline);
}
on("closed", () => { isOnline = false; state(); });
on("hello", (hello) => {
  const isBack = !isOnline;
  isOnline = true;
  state();
  welcome(hello);
  // What is shown stays where only the engines have changed.
  if (isBack) show();
});

await fetchWords(preferred());
play.build(fill);
speak(preferred());
show();
connect();
