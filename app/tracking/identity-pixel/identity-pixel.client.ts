import { news, noteLead, noteTold } from "./pixel-events.client.ts";
import { keepChoice, readChoice } from "./pixel-choice.client.ts";
import { hasVisit, isOnlyCounted, onceVisitIsRecorded } from "./recorded-visit.client.ts";

/** What the service's script leaves in the page for others to tell it things, as such scripts do. */
type Pixel = { push(told: { event: string }): unknown };

/** Specification section 9: how long after a pixel was found absent it is looked for once more. */
const retryMs = 2_000;

// A browser may make a page ready before anybody has asked for it.
if ("prerendering" in document && document.prerendering === true) {
  document.addEventListener("prerenderingchange", begin, { once: true });
} else begin();

function begin(): void {
  const question = document.querySelector<HTMLElement>("[data-identity-pixel]");
  if (question !== null) onceVisitIsRecorded(() => ask(question));
  const form = document.querySelector<HTMLElement>("[data-confirmations]");
  if (form !== null) watchForLead((form.dataset.confirmations ?? "").split(" "));
}

/** Shows the question with the answer that was given, which can be changed at any time. */
function ask(question: HTMLElement): void {
  const show = (): void => {
    for (const button of question.querySelectorAll("button")) {
      button.ariaPressed = String(button.value === readChoice());
    }
  };
  question.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    keepChoice(target.value);
    show();
    tell(question.dataset);
  });
  // Out of the browser's memory, where its scripts have stood still, while something was typed into a form.
  addEventListener("pageshow", (event) => {
    if (!event.persisted || !isLoaded() || !hasDraft(question.dataset)) return;
    event.stopImmediatePropagation();
    location.reload();
  });
  show();
  question.hidden = false;
  tell(question.dataset);
}

/** Loads the service's script where that is allowed and there is something to tell it. */
function tell(pixel: DOMStringMap): void {
  if (!mayHear() || news().length === 0 || isLoaded() || hasDraft(pixel)) return;
  const script = document.createElement("script");
  script.dataset.pixel = "";
  script.addEventListener("load", () => {
    if (!push()) setTimeout(push, retryMs);
  });
  script.src = pixel.identityPixel ?? "";
  document.head.append(script);
}

function mayHear(): boolean {
  return readChoice() === "allowed" && hasVisit();
}

function isLoaded(): boolean {
  return document.querySelector("script[data-pixel]") !== null;
}

/** Whether something was typed into a form in this tab and not sent: the service's script could read it where it is kept. */
function hasDraft({ drafts = "" }: DOMStringMap): boolean {
  try {
    return drafts.split(" ").some((key) => sessionStorage.getItem(key) !== null);
  } catch {
    // The browser keeps nothing.
    return false;
  }
}

/** Tells the pixel what it has not heard yet. @returns whether it was there */
function push(): boolean {
  const pixel = pixelInPage();
  if (pixel === undefined) return false;
  // Withdrawn while the script was on its way.
  if (!mayHear()) return true;
  for (const event of news()) {
    pixel.push({ event });
    noteTold(event);
  }
  return true;
}

function pixelInPage(): Pixel | undefined {
  const pixel: unknown = "identityPixel" in window ? window.identityPixel : undefined;
  if (typeof pixel !== "object" || pixel === null || !("push" in pixel)) return undefined;
  // Somebody else's object: that `push` can be called is all that is asked of it.
  return typeof pixel.push === "function" ? (pixel as Pixel) : undefined;
}

/** Notices that a form was taken by where it leads; what was written in it is not looked at. */
function watchForLead(confirmations: readonly string[]): void {
  // Browsers of before 2026 may not have it: then the service does not hear of a lead.
  if (!("navigation" in window)) return;
  navigation.addEventListener("navigate", ({ destination, navigationType }) => {
    const { origin, pathname } = new URL(destination.url);
    const isConfirmation = confirmations.some((path) => pathname.startsWith(path));
    // Going back to an old result sends nothing.
    if (origin !== location.origin || !isConfirmation || navigationType === "traverse") return;
    if (!isOnlyCounted()) noteLead();
  });
}
