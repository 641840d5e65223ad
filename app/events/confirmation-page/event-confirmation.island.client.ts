import { showVisitorTime } from "#app/events/signup-page/visitor-time.client.ts";

/** Shows the reader's own time, and enables the buttons that copy and share the link where the browser supports it. */
export function start(container: HTMLElement): Promise<void> {
  showVisitorTime();
  const link = container.querySelector<HTMLInputElement>("input[readonly]");
  if (link === null) return Promise.resolve();
  link.addEventListener("focus", () => link.select());
  enableCopying(container, link);
  enableSharing(container, link.value);
  return Promise.resolve();
}

function enableCopying(container: HTMLElement, link: HTMLInputElement): void {
  const button = container.querySelector<HTMLButtonElement>("[data-copied]");
  const status = container.querySelector("[role=status]");
  // Browsers provide the clipboard only on secure connections.
  if (button === null || status === null || !("clipboard" in navigator)) return;
  button.disabled = false;
  button.addEventListener("click", () => {
    // Screen readers do not announce unchanged text again.
    status.replaceChildren();
    navigator.clipboard.writeText(link.value).then(
      () => status.replaceChildren(button.dataset["copied"] ?? ""),
      // Without permission, the selected link can be copied with the keyboard.
      () => link.focus(),
    );
  });
}

function enableSharing(container: HTMLElement, url: string): void {
  const button = container.querySelector<HTMLButtonElement>("[data-share]");
  if (button === null || !("share" in navigator)) return;
  button.disabled = false;
  button.addEventListener("click", () => {
    navigator.share({ title: button.dataset["share"] ?? "", url }).catch(() => {
      // The visitor closed the menu.
    });
  });
}
