import { canBeFollowed, isRecorded, rememberRecorded } from "./visit-cookies.client.ts";
import { newKey } from "./new-key.client.ts";
import { post } from "./post.client.ts";
import { keepInTab, readFromTab } from "./tab-storage.client.ts";

/** Where the tab keeps what it will say of its visit, until the server has acknowledged it. */
const landingKey = "visit-landing";

/**
 * Notes where this visit begins. What cannot be recorded on its first page is recorded on the next as the same visit: it began
 * where it began, and has one key however often it is sent.
 */
export function rememberLanding(): void {
  if (isRecorded() || !canBeFollowed()) keepInTab(landingKey, null);
  else if (readFromTab(landingKey) === null) keepInTab(landingKey, describeLanding());
}

/**
 * Records this visit, unless this browser session has done so.
 * @throws where the server does not acknowledge it: the next page tries again
 */
export async function recordVisit(): Promise<void> {
  if (isRecorded()) return;
  // Of two tabs that were opened together the second waits, and finds the marker that the first has got.
  await inTurn(async () => {
    if (!isRecorded()) await sendVisit();
  });
}

async function sendVisit(): Promise<void> {
  const body = canBeFollowed() ? (readFromTab(landingKey) ?? describeLanding()) : describeNothing();
  const answer = await post("/functions/v1/visitors", body);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  rememberRecorded();
  keepInTab(landingKey, null);
}

/** A browser that is not to be followed is one in a number. Whether a program drives it says which number, and nothing of anybody. */
function describeNothing(): string {
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

/** One tab after the other, where the browser has locks: it has none on pages that are not encrypted. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  // Declared as always there, which it is not.
  const locks = navigator.locks as LockManager | undefined;
  await (locks === undefined ? work() : locks.request("visit", work));
}
