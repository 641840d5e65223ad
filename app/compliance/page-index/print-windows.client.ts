/**
 * The interval between windows of *Print All*, and the delay before a single print opens its page again (specification section 9), in
 * milliseconds.
 */
const delayBetweenPages = 1_000;
const delayBeforeReopening = 500;

/** Interval and maximum number of checks whether a window has loaded its page. */
const pollIntervalMs = 50;
const maxPolls = 600;

type ShowMessage = (words: string) => void;

/** Opens a page in a separate window, opens it there again after half a second, and prints it. */
export function printOne(path: string, show: ShowMessage): void {
  if (open(path, windowName(path)) === null) return show(blocked);
  show("");
  setTimeout(() => {
    if (!openAndPrint(path)) show(blocked);
  }, delayBeforeReopening);
}

/** Opens every page in a separate window, one per second, and prints each when it has loaded. */
export function printAll(paths: readonly string[], show: ShowMessage): void {
  let opened = 0;
  show(`Opening ${paths.length} pages, one per second.`);
  paths.forEach((path, index) => {
    setTimeout(() => {
      if (openAndPrint(path)) opened += 1;
      // If the visitor allows pop-ups only after the start, the message shows how many pages are missing.
      if (opened <= index) show(`${opened} of ${paths.length} pages are open. ${blocked}`);
      else if (opened === paths.length) show(`All ${opened} pages are open.`);
    }, index * delayBetweenPages);
  });
}

const blocked =
  "Your browser did not let this page open a window. Allow pop-ups for this site, or use the print pack, which needs none.";

/** Opening the same name twice reuses the window. */
function windowName(path: string): string {
  return `print:${path}`;
}

/** @returns false if the browser blocked the window */
function openAndPrint(path: string): boolean {
  const opened = open(path, windowName(path));
  if (opened === null) return false;
  printOnceLoaded(opened, opened.document);
  return true;
}

/**
 * Polls the window, because a navigation removes the event listeners of the previous document.
 * @param before the window's document before the navigation: empty or an earlier copy of the page
 */
function printOnceLoaded(opened: Window, before: Document): void {
  let polls = 0;
  const timer = setInterval(() => {
    polls += 1;
    if (polls > maxPolls || opened.closed) return clearInterval(timer);
    if (opened.document === before || opened.document.readyState !== "complete") return;
    clearInterval(timer);
    opened.print();
  }, pollIntervalMs);
}
