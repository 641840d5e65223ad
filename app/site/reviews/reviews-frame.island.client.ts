type Props = { widgetUrl: string; title: string; loadAtOnce: boolean };

/** If the widget has not reported its height by then, a message points to the link. */
const loadTimeoutMs = 8_000;

/** Shows the reviews after a click, or immediately if the firm has configured that. */
export function start(container: HTMLElement): Promise<void> {
  // The server wrote these props.
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
    // The focused button is removed, so the focus moves to the frame.
    frame.focus({ preventScroll: true });
    button.remove();
  });
  return Promise.resolve();
}

function showFrame({ widgetUrl, title }: Props, status: HTMLElement): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.height = "600";
  // The widget may run its scripts, but has no access to this page and cannot navigate it.
  frame.setAttribute(
    "sandbox",
    "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  );
  frame.referrerPolicy = "no-referrer";
  frame.src = widgetUrl;
  status.textContent = "Loading the reviews…";
  const timeout = setTimeout(() => {
    status.textContent =
      "The reviews have not loaded. If the space below stays empty, open them with the link above.";
  }, loadTimeoutMs);
  addEventListener("message", (event) => {
    if (event.origin !== new URL(widgetUrl).origin || event.source !== frame.contentWindow) return;
    const height = heightFrom(event.data);
    if (height === undefined) return;
    clearTimeout(timeout);
    status.textContent = "";
    frame.height = String(height);
  });
  // The status stays between the link and the frame, because it would be overlooked below an empty frame.
  status.after(frame);
  return frame;
}

/** In pixels. A lower frame is unreadable; a higher one would displace the page. */
const minHeight = 200;
const maxHeight = 6_000;

/**
 * Reads the height that the widget requests: the second element of an array message (specification section 2, "Reviews"), within limits.
 * Undefined for all other messages.
 */
export function heightFrom(message: unknown): number | undefined {
  if (!Array.isArray(message)) return undefined;
  const height = Number(message[1]);
  if (!Number.isFinite(height) || height <= 0) return undefined;
  return Math.round(Math.min(maxHeight, Math.max(minHeight, height)));
}
