import { printAll, printOne } from "./print-windows.client.ts";

/** Attaches the event handlers of the Print buttons. View is a plain link. */
export function start(container: HTMLElement): Promise<void> {
  const say = (words: string): void => {
    const status = container.querySelector("[data-status]");
    if (status !== null) status.textContent = words;
  };
  const buttons = [...container.querySelectorAll<HTMLButtonElement>("[data-print]")];
  for (const button of buttons) {
    button.addEventListener("click", () => printOne(pathOf(button), say));
  }
  const paths = buttons.map(pathOf).filter((path) => path !== location.pathname);
  container.querySelector("[data-print-all]")?.addEventListener("click", () => printAll(paths, say));
  return Promise.resolve();
}

function pathOf(button: HTMLButtonElement): string {
  return button.dataset["print"] ?? "/";
}
