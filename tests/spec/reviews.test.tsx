import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { start } from "#app/site/reviews/reviews-frame.island.client.ts";
import { ReviewsPage } from "#app/site/reviews/reviews-page.tsx";
import { privacyPolicy } from "#content/disclosures/privacy-policy.ts";
import { practice } from "#content/practice.ts";
import { elementsIn, linksIn, wordsOf } from "./markup.ts";

const html = renderToStaticMarkup(<ReviewsPage scripts={{ loader: "/loader.js", island: "/island.js" }} />);
const { provider, pageUrl, widgetUrl } = practice.reviews;

describe("specification section 2, /reviews", () => {
  test("the heading Client Reviews", () => {
    expect(elementsIn(html, "h1")).toEqual(["Client Reviews"]);
  });

  // The widget loads after a click below a notice, so the visitor's browser contacts the provider only then.
  test("a button loads the review widget, with a notice that names the provider and a plain link", () => {
    expect(html).not.toContain("<iframe");
    expect(elementsIn(html, "button")).toEqual(["Show reviews"]);
    expect(wordsOf(html)).toContain(`Loading the reviews connects your browser to ${provider}`);
    expect(linksIn(html).find(({ href }) => href === pageUrl)?.opensNewTab).toBe(true);
  });

  test("the rating comes first, then the button, what the reviews are, and the questions to ask a reference", () => {
    const text = wordsOf(html);
    const parts = [
      practice.rating?.payment ?? "",
      "Reviewers",
      "Show reviews",
      "How to read these reviews",
      "Three questions to ask a reference",
    ];
    expect(parts.map((part) => text.indexOf(part))).not.toContain(-1);
    expect(parts.toSorted((one, other) => text.indexOf(one) - text.indexOf(other))).toEqual(parts);
  });

  test("reviewers are labeled as clients, and as samples while the firm is one", () => {
    const words = wordsOf(html);
    expect(words).toContain("Reviewers are current or former clients");
    expect(words.includes("Sample: the firm, its clients, their reviews")).toBe(practice.sample);
  });

  test("the sample is named once, and no star of a partial rating looks full", () => {
    expect(wordsOf(html)).not.toContain("This rating is a sample.");
    const filled = Number(/<clipPath id="rated"><rect width="([\d.]+)"/.exec(html)?.[1]);
    expect(practice.rating?.stars).toBe(4.9);
    // Nine tenths of the width of the last star, which starts at 98 and is 20 units wide.
    expect(filled).toBe(116);
  });

  test("the bars count every review", () => {
    const counts = elementsIn(html, "td").filter((cell) => /^\d+$/.test(cell));
    expect(counts).toHaveLength(5);
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(practice.rating?.count);
  });

  test("a reference is offered only with written consent, as in the privacy notice", () => {
    expect(wordsOf(html)).toContain("only with that client’s written consent");
    expect(JSON.stringify(privacyPolicy)).toContain("only with your separate written consent");
  });

  test("the script is given the widget's address and a title for its frame", () => {
    const props = /data-props="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
    expect(JSON.parse(props)).toMatchObject({ widgetUrl, title: `Client reviews at ${provider}` });
  });
});

describe("specification section 2, the frame of the widget", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const origin = new URL(widgetUrl).origin;

  test("opens with the button, sandboxed and with a title", () => {
    const { press, frame, isShown } = runningFrame({ loadAtOnce: false });
    expect(isShown()).toBe(false);
    press();
    expect(isShown()).toBe(true);
    expect(frame).toMatchObject({ src: widgetUrl, title: "Client reviews" });
    expect(frame.attributes.get("sandbox")).not.toContain("allow-top-navigation");
  });

  test("opens immediately if the firm has configured it", () => {
    expect(runningFrame({ loadAtOnce: true }).isShown()).toBe(true);
  });

  test("takes its height from the second element of a message that is an array", () => {
    const { press, frame, post } = runningFrame({ loadAtOnce: false });
    press();
    post({ origin, source: frame.contentWindow, data: ["height", 1234] });
    expect(frame.height).toBe("1234");
  });

  // A documented departure (decision 0028), because any page could resize or probe the frame.
  test.each([
    ["from another origin", { origin: "https://elsewhere.example" }],
    ["from another window", { source: {} }],
    ["that is not an array", { data: "1234" }],
  ])("keeps its height after a message %s", (_, message) => {
    const { press, frame, post } = runningFrame({ loadAtOnce: false });
    press();
    post({ origin, source: frame.contentWindow, data: ["height", 1234], ...message });
    expect(frame.height).toBe("600");
  });

  test("limits its height", () => {
    const { press, frame, post } = runningFrame({ loadAtOnce: false });
    press();
    post({ origin, source: frame.contentWindow, data: ["height", 1_000_000] });
    expect(frame.height).toBe("6000");
  });

  test("links to the reviews if the widget does not respond", () => {
    const { press, said } = runningFrame({ loadAtOnce: false });
    press();
    vi.runAllTimers();
    expect(said()).toContain("open them with the link above");
  });
});

type Message = { origin: string; source: unknown; data: unknown };

/** The page that the widget's script needs, with a frame that the script creates. */
function runningFrame({ loadAtOnce }: { loadAtOnce: boolean }) {
  vi.useFakeTimers();
  const attributes = new Map<string, string>();
  const frame = {
    attributes,
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    contentWindow: {},
    height: "",
    focus: () => undefined,
  };
  const listeners: ((message: Message) => void)[] = [];
  vi.stubGlobal("document", { createElement: () => frame });
  vi.stubGlobal("addEventListener", (_type: string, listener: (message: Message) => void) => {
    listeners.push(listener);
  });
  let isShown = false;
  const show = (): boolean => (isShown = true);
  const status = { textContent: "", before: show, after: show };
  const button = Object.assign(new EventTarget(), { hidden: true, remove: () => undefined });
  const container = {
    dataset: { props: JSON.stringify({ widgetUrl, title: "Client reviews", loadAtOnce }) },
    querySelector: (selector: string) => (selector === "[data-show]" ? button : status),
  };
  // The script uses only these two methods of its container.
  void start(container as unknown as HTMLElement);
  return {
    frame,
    isShown: () => isShown,
    press: () => button.dispatchEvent(new Event("click")),
    post: (message: Message) => listeners.forEach((listener) => listener(message)),
    said: () => status.textContent,
  };
}
