/** The browser's own call when it is one's move and one looks elsewhere; only where it was asked for. */

import { prefs } from "./prefs.svelte";

const able = (): boolean => typeof Notification !== "undefined";

/** Ask the browser for leave to call; whether it gives it. */
export async function leave(): Promise<boolean> {
  return able() && (Notification.permission === "granted" || (await Notification.requestPermission()) === "granted");
}

/** Call, if one looks elsewhere; one call for each battle, which leads back to it. */
export function call(title: string, text: string, battle: string, hash: string): void {
  if (!prefs.calls || !able() || Notification.permission !== "granted" || document.visibilityState === "visible") return;
  const made = new Notification(title, { body: text, tag: battle });
  made.onclick = () => {
    window.focus();
    location.hash = hash;
    made.close();
  };
}
