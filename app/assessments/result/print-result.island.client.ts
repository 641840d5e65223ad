/** Opens the browser's print dialog. */
export function start(container: HTMLElement): Promise<void> {
  container.querySelector("[data-print]")?.addEventListener("click", () => print());
  return Promise.resolve();
}
