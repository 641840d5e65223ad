import { news, noteLead, noteTold } from "./pixel-news.client.ts";
import { keepChoice, readChoice } from "./pixel-choice.client.ts";

/** What the service's script leaves in the page for others to tell it things, as such scripts do. */
type Pixel = { push(told: { event: string }): unknown };

/** Specification section 9: how long after a pixel was found absent it is looked for once more. */
const retryMs = 2_000;

if (!asksNotToBeFollowed()) {
  // A browser may make a page ready before anybody has asked for it.
  if ("prerendering" in document && document.prerendering === true) {
    document.addEventListener("prerenderingchange", begin, { once: true });
  } else begin();
}

/** Global Privacy Control or Do Not Track: an answer that needs no question. */
function asksNotToBeFollowed(): boolean {
  return (
    navigator.doNotTrack === "1" ||
    ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true)
  );
}

function begin(): void {
  const question = document.querySelector<HTMLElement>("[data-identity-pixel]");
  if (question !== null) ask(question, question.dataset.identityPixel ?? "");
  const form = document.querySelector<HTMLElement>("[data-confirmations]");
  if (form !== null) watchForLead((form.dataset.confirmations ?? "").split(" "));
}

/** Shows the question with the answer that was given, which can be changed at any time. */
function ask(question: HTMLElement, address: string): void {
  const show = (): void => {
    for (const button of question.querySelectorAll("button")) {
      button.ariaPressed = String(button.value === readChoice());
    }
  };
  question.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    keepChoice(target.value);
    show();
    tell(address);
  });
  show();
  question.hidden = false;
  tell(address);
}

/** Loads the service's script where that is allowed and there is something to tell it. */
function tell(address: string): void {
  if (readChoice() !== "allowed" || news().length === 0) return;
  if (document.querySelector("script[data-pixel]") !== null) return;
  const script = document.createElement("script");
  script.dataset.pixel = "";
  script.addEventListener("load", () => {
    if (!push()) setTimeout(push, retryMs);
  });
  script.src = address;
  document.head.append(script);
}

/** Tells the pixel what it has not heard yet. @returns whether it was there */
function push(): boolean {
  const pixel = pixelInPage();
  if (pixel === undefined) return false;
  // Withdrawn while the script was on its way.
  if (readChoice() !== "allowed") return true;
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
    if (origin === location.origin && isConfirmation && navigationType !== "traverse") noteLead();
  });
}
