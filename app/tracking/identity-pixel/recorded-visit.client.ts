/**
 * Whether this browser asks not to be followed, by Global Privacy Control or Do Not Track, or the server has heard it ask so and
 * has only counted its visit: an answer that needs no question.
 * The cookie is read here, and not with the visit script's `marker.client.ts`: what two scripts share becomes a file of its own,
 * and the visit script is to be one file.
 */
export function isOnlyCounted(): boolean {
  return (
    navigator.doNotTrack === "1" ||
    ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true) ||
    readMarker() === "counted"
  );
}

/** Whether its visit is recorded. Until then nobody knows what only the server can hear, from a proxy that asks for the browser. */
export function hasVisit(): boolean {
  return readMarker() !== undefined && !isOnlyCounted();
}

/** Calls back once the visit is recorded: at once, or when the visit script's cookie comes while the page is open. */
export function onceVisitIsRecorded(callback: () => void): void {
  if (hasVisit()) {
    callback();
    return;
  }
  // Missing where a site is not encrypted, and in browsers of before 2026: then the next page goes on.
  if (!("cookieStore" in window)) return;
  const look = (): void => {
    if (!hasVisit()) return;
    cookieStore.removeEventListener("change", look);
    callback();
  };
  cookieStore.addEventListener("change", look);
}

function readMarker(): string | undefined {
  return /(?:^|; )visit=([^;]+)/.exec(document.cookie)?.[1];
}
