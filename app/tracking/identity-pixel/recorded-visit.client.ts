/**
 * Whether this browser opts out of tracking, according to itself or to the server. It then gets no consent question. This file does not
 * import `visit-cookies.client.ts`, because shared code would become a separate file, and the visit script must be a single file.
 */
export function isOptedOut(): boolean {
  return (
    navigator.doNotTrack === "1" ||
    ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true) ||
    readMarker() === "counted"
  );
}

/** Whether the visit is recorded. Before that, an opt-out that a proxy adds to the headers is unknown. */
export function hasVisit(): boolean {
  return readMarker() !== undefined && !isOptedOut();
}

/** Calls back when the visit is recorded, immediately or when the cookie is set while the page is open. */
export function afterVisitIsRecorded(callback: () => void): void {
  if (hasVisit()) {
    callback();
    return;
  }
  // Missing without HTTPS and in browsers before 2026. The next page then asks.
  if (!("cookieStore" in window)) return;
  const checkCookie = (): void => {
    if (!hasVisit()) return;
    cookieStore.removeEventListener("change", checkCookie);
    callback();
  };
  cookieStore.addEventListener("change", checkCookie);
}

function readMarker(): string | undefined {
  return /(?:^|; )visit=([^;]+)/.exec(document.cookie)?.[1];
}
