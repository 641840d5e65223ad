import { isTrackable, isRecorded, markRecorded } from "./visit-cookies.client.ts";
import { newKey } from "./new-key.client.ts";
import { post } from "./post.client.ts";
import { writeToTab, readFromTab } from "./tab-storage.client.ts";

/** Session storage key of the unacknowledged visit. */
const landingKey = "visit-landing";

/** Saves the landing page. If the first page cannot record the visit, the next page sends the same visit with the same key. */
export function saveLanding(): void {
  if (isRecorded() || !isTrackable()) writeToTab(landingKey, null);
  else if (readFromTab(landingKey) === null) writeToTab(landingKey, describeLanding());
}

/**
 * Records this visit once per browser session.
 * @throws if the server does not acknowledge it; the next page retries
 */
export async function recordVisit(): Promise<void> {
  if (isRecorded()) return;
  // If two tabs open together, the second waits and finds the cookie of the first.
  await withTabLock(async () => {
    if (!isRecorded()) await sendVisit();
  });
}

async function sendVisit(): Promise<void> {
  const body = isTrackable() ? (readFromTab(landingKey) ?? describeLanding()) : describeOptOut();
  const response = await post("/functions/v1/visitors", body);
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  markRecorded();
  writeToTab(landingKey, null);
}

/** A browser that opts out is only counted, separately for people and programs. */
function describeOptOut(): string {
  return JSON.stringify({ automated: navigator.webdriver });
}

function describeLanding(): string {
  return JSON.stringify({
    id: newKey(),
    url: location.pathname + location.search,
    referrer: document.referrer,
    automated: navigator.webdriver,
  });
}

/** Serializes tabs. Browsers provide locks only on HTTPS pages. */
async function withTabLock(work: () => Promise<void>): Promise<void> {
  // The type declares it as always defined.
  const locks = navigator.locks as LockManager | undefined;
  await (locks === undefined ? work() : locks.request("visit", work));
}
