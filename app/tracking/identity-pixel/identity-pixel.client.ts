/** The global object through which the service's script receives events. */
type Pixel = { push(message: { event: string }): unknown };

/** Specification section 9: the delay before the only retry if the pixel is missing. */
const retryMs = 2_000;

function begin(): void {
  const question = document.querySelector<HTMLElement>("[data-identity-pixel]");
  if (question !== null) afterVisitIsRecorded(() => ask(question));
  const form = document.querySelector<HTMLElement>("[data-confirmations]");
  if (form !== null) watchForLead((form.dataset.confirmations ?? "").split(" "));
}

/** Displays the consent question with the current answer, which can be changed at any time. */
function ask(question: HTMLElement): void {
  const show = (): void => {
    for (const button of question.querySelectorAll("button")) {
      button.ariaPressed = String(button.value === readChoice());
    }
  };
  question.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    saveChoice(target.value);
    show();
    loadPixel(question.dataset);
  });
  // The page was restored from the back/forward cache after the visitor typed into a form. The loaded script must not see the draft.
  addEventListener("pageshow", (event) => {
    if (!event.persisted || !isLoaded() || !hasDraft(question.dataset)) return;
    event.stopImmediatePropagation();
    location.reload();
  });
  show();
  question.hidden = false;
  loadPixel(question.dataset);
}

/** Loads the service's script if the visitor allows it and events are unsent. */
function loadPixel(pixel: DOMStringMap): void {
  if (!isAllowed() || listUnsent().length === 0 || isLoaded() || hasDraft(pixel)) return;
  const script = document.createElement("script");
  script.dataset.pixel = "";
  script.addEventListener("load", () => {
    if (!push()) setTimeout(push, retryMs);
  });
  script.src = pixel.identityPixel ?? "";
  document.head.append(script);
}

function isAllowed(): boolean {
  return readChoice() === "allowed" && hasVisit();
}

function isLoaded(): boolean {
  return document.querySelector("script[data-pixel]") !== null;
}

/** Whether this tab holds an unsent form draft, which the service's script could read. */
function hasDraft({ drafts = "" }: DOMStringMap): boolean {
  try {
    const starts = drafts.split(" ");
    return Object.keys(sessionStorage).some((key) => starts.some((start) => key.startsWith(start)));
  } catch {
    // Session storage is blocked, so there is no draft.
    return false;
  }
}

/** Sends the unsent events. @returns whether the pixel was present */
function push(): boolean {
  const pixel = findPixel();
  if (pixel === undefined) return false;
  // Consent was withdrawn while the script loaded.
  if (!isAllowed()) return true;
  for (const event of listUnsent()) {
    pixel.push({ event });
    markSent(event);
  }
  return true;
}

function findPixel(): Pixel | undefined {
  const pixel: unknown = "identityPixel" in window ? window.identityPixel : undefined;
  if (typeof pixel !== "object" || pixel === null || !("push" in pixel)) return undefined;
  // Only `push` of this external object is used.
  return typeof pixel.push === "function" ? (pixel as Pixel) : undefined;
}

/** Detects an accepted form by navigation to a confirmation page. It does not read the form. */
function watchForLead(confirmations: readonly string[]): void {
  // Without the Navigation API (browsers before 2026), leads are not reported.
  if (!("navigation" in window)) return;
  navigation.addEventListener("navigate", ({ destination, navigationType }) => {
    const { origin, pathname } = new URL(destination.url);
    const isConfirmation = confirmations.some((path) => pathname.startsWith(path));
    // A step back to an earlier result is not a new lead.
    if (origin !== location.origin || !isConfirmation || navigationType === "traverse") return;
    if (!isOptedOut()) addLead();
  });
}

const choiceKey = "identity-pixel";

/** The answer in a browser that blocks storage. It lasts until the page is closed. */
let choiceHere: string | null = null;

/** `allowed`, `declined`, or null if the visitor has not answered. */
function readChoice(): string | null {
  try {
    return localStorage.getItem(choiceKey) ?? choiceHere;
  } catch {
    return choiceHere;
  }
}

function saveChoice(choice: string): void {
  choiceHere = choice;
  try {
    localStorage.setItem(choiceKey, choice);
  } catch {
    // Storage is blocked, so the next page asks again.
  }
}

/** The events of specification section 7. */
type PixelEvent = "visitor" | "lead";

const visitorKey = "identity-pixel-visitor";
const leadKey = "identity-pixel-lead";

/** The unsent events of this browser session: the visitor, once, and a lead. */
function listUnsent(): PixelEvent[] {
  return [...(isSet(visitorKey) ? [] : ["visitor" as const]), ...(isSet(leadKey) ? ["lead" as const] : [])];
}

/** Stores a lead until it may be sent. */
function addLead(): void {
  storage()?.setItem(leadKey, "1");
}

function markSent(event: PixelEvent): void {
  if (event === "visitor") storage()?.setItem(visitorKey, "1");
  else storage()?.removeItem(leadKey);
}

function isSet(key: string): boolean {
  return storage()?.getItem(key) === "1";
}

/** Null if the browser blocks storage. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/**
 * Whether this browser opts out of tracking, according to itself or to the server. It then gets no consent question. This file does not
 * import `visit-cookies.client.ts`, because shared code would become a separate file, and the visit script must be a single file.
 */
function isOptedOut(): boolean {
  return (
    navigator.doNotTrack === "1" ||
    ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true) ||
    readMarker() === "counted"
  );
}

/** Whether the visit is recorded. Before that, an opt-out that a proxy adds to the headers is unknown. */
function hasVisit(): boolean {
  return readMarker() !== undefined && !isOptedOut();
}

/** Calls back when the visit is recorded, immediately or when the cookie is set while the page is open. */
function afterVisitIsRecorded(callback: () => void): void {
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

// This is the end of the file, because the functions above use its constants. Browsers can prerender a page that is never opened.
if ("prerendering" in document && document.prerendering === true) {
  document.addEventListener("prerenderingchange", begin, { once: true });
} else begin();
