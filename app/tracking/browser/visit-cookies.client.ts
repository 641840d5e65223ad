import { optedOutMarker, visitCookie } from "#app/tracking/attribution/visit-keys.ts";
import { writeToTab, readFromTab } from "./tab-storage.client.ts";

/** Session storage key of the marker in browsers that reject cookies. */
const countedKey = "visit-counted";

/** Whether the browser sends Global Privacy Control or Do Not Track. The server reads the headers itself. */
function optsOutOfTracking(): boolean {
  return (
    navigator.doNotTrack === "1" ||
    ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true)
  );
}

/** Whether this browser opts out of tracking, according to itself or to the server. */
export function isOptedOut(): boolean {
  return optsOutOfTracking() || readMarker() === optedOutMarker;
}

/** Whether visits of this browser have a key and events. */
export function isTrackable(): boolean {
  return navigator.cookieEnabled && !isOptedOut() && readFromTab(countedKey) === null;
}

/** The key of the visit recorded in this browser session, if any. */
export function visitKey(): string | undefined {
  return isTrackable() ? readMarker() : undefined;
}

/** Whether the visit of this browser session is recorded, or counted after an opt-out. */
export function isRecorded(): boolean {
  const marker = readMarker();
  // A key from before the opt-out does not count, because the server must remove it.
  if (marker === optedOutMarker || (marker !== undefined && !optsOutOfTracking())) return true;
  if (readFromTab(countedKey) !== null) return true;
  // Without cookies and storage, a visitor who comes from another page of this site was counted there.
  return !canRemember() && document.referrer.startsWith(`${location.origin}/`);
}

/** Called after the server acknowledged the visit. The server sets a cookie, unless the browser rejects it. */
export function markRecorded(): void {
  if (!isRecorded()) writeToTab(countedKey, "1");
}

function readMarker(): string | undefined {
  return new RegExp(`(?:^|; )${visitCookie}=([^;]+)`).exec(document.cookie)?.[1];
}

function canRemember(): boolean {
  return navigator.cookieEnabled || (writeToTab("visit-trial", "1") && writeToTab("visit-trial", null));
}
