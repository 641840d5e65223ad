import { heightFrom } from "./frame-height.ts";

type Props = { widgetUrl: string; title: string; loadAtOnce: boolean };

/** How long the widget may take to say how high it is, before the visitor is told where else the reviews are. */
const patienceMs = 8_000;

/** Shows the reviews at a press, or at once where the practice has set that. */
export function start(container: HTMLElement): Promise<void> {
  // What the server wrote there itself.
  const props = JSON.parse(container.dataset["props"] ?? "{}") as Props;
  const button = container.querySelector<HTMLButtonElement>("[data-show]");
  const status = container.querySelector<HTMLElement>("[data-status]");
  if (status === null) return Promise.resolve();
  if (props.loadAtOnce) {
    button?.remove();
    showFrame(props, status);
  }
  button?.addEventListener("click", () => {
    const frame = showFrame(props, status);
    // The button that had the focus is going; what it has brought is the next thing to be at.
    frame.focus({ preventScroll: true });
    button.remove();
  });
  return Promise.resolve();
}

function showFrame({ widgetUrl, title }: Props, status: HTMLElement): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.height = "600";
  // Its own scripts, in an origin of its own, without access to ours and without leading this page elsewhere.
  frame.setAttribute(
    "sandbox",
    "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  );
  frame.referrerPolicy = "no-referrer";
  frame.src = widgetUrl;
  status.textContent = "Loading the reviews…";
  const giveUp = setTimeout(() => {
    status.textContent =
      "The reviews have not come. If the space below stays empty, the link above leads to them.";
  }, patienceMs);
  addEventListener("message", (event) => {
    if (event.origin !== new URL(widgetUrl).origin || event.source !== frame.contentWindow) return;
    const height = heightFrom(event.data);
    if (height === undefined) return;
    clearTimeout(giveUp);
    status.textContent = "";
    frame.height = String(height);
  });
  // The sentence stays between the link and the frame: below an empty frame nobody would see it.
  status.after(frame);
  return frame;
}
