import { countedOnly, visitCookie } from "#app/tracking/attribution/visit-keys.ts";
import { keepInTab, readFromTab } from "./tab-storage.client.ts";

/** Where a tab remembers that it was counted, if its browser takes no cookie. */
const countedKey = "visit-counted";

/** Whether this browser asks not to be followed: Global Privacy Control, or Do Not Track. The server hears it for itself. */
function asksNotToBeFollowed(): boolean {
  return (
    navigator.doNotTrack === "1" ||
    ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true)
  );
}

/** Whether this browser, or the server for it, has said that its visit is to be counted and nothing else. */
export function isOnlyCounted(): boolean {
  return asksNotToBeFollowed() || readMarker() === countedOnly;
}

/** Whether a visit of this browser may have a key, and so events. */
export function canBeFollowed(): boolean {
  return navigator.cookieEnabled && !isOnlyCounted() && readFromTab(countedKey) === null;
}

/** Key of the visit that is recorded in this browser session; undefined while there is none. */
export function visitKey(): string | undefined {
  return canBeFollowed() ? readMarker() : undefined;
}

/** Whether this browser session is recorded, or counted where it is not to be followed. */
export function isRecorded(): boolean {
  const marker = readMarker();
  // A key from before the browser asked does not settle it: the server is to take it back.
  if (marker === countedOnly || (marker !== undefined && !asksNotToBeFollowed())) return true;
  if (readFromTab(countedKey) !== null) return true;
  // Neither cookies nor storage: who comes from a page of ours was counted there.
  return !canRemember() && document.referrer.startsWith(`${location.origin}/`);
}

/** To be called when the server has acknowledged. It has set the marker, where the browser takes one. */
export function rememberRecorded(): void {
  if (!isRecorded()) keepInTab(countedKey, "1");
}

function readMarker(): string | undefined {
  return new RegExp(`(?:^|; )${visitCookie}=([^;]+)`).exec(document.cookie)?.[1];
}

function canRemember(): boolean {
  return navigator.cookieEnabled || (keepInTab("visit-trial", "1") && keepInTab("visit-trial", null));
}
