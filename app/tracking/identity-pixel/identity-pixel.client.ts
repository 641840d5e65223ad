import { addLead, listUnsent, markSent } from "./pixel-events.client.ts";
import { saveChoice, readChoice } from "./pixel-choice.client.ts";
import { hasVisit, isOptedOut, afterVisitIsRecorded } from "./recorded-visit.client.ts";

/** The global object through which the service's script receives events. */
type Pixel = { push(message: { event: string }): unknown };

/** Specification section 9: the delay before the only retry if the pixel is missing. */
const retryMs = 2_000;

// Browsers can prerender a page that is never opened.
if ("prerendering" in document && document.prerendering === true) {
  document.addEventListener("prerenderingchange", begin, { once: true });
} else begin();

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
    return drafts.split(" ").some((key) => sessionStorage.getItem(key) !== null);
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
