/** Between two windows of *Print All*, and before the second try of a single print (specification section 9), in ms. */
const pauseBetweenPages = 1_000;
const pauseBeforeSecondTry = 500;

/** Interval and maximum number of checks whether a window has loaded its page. */
const lookEveryMs = 50;
const maxLooks = 600;

type Say = (words: string) => void;

/** Opens a page in a window of its own, opens it there again after half a second, and prints it. */
export function printOne(path: string, say: Say): void {
  if (open(path, windowName(path)) === null) return say(blocked);
  say("");
  setTimeout(() => {
    if (!openAndPrint(path)) say(blocked);
  }, pauseBeforeSecondTry);
}

/** Opens every page in a window of its own, one a second, each printing when it has loaded. */
export function printAll(paths: readonly string[], say: Say): void {
  let opened = 0;
  say(`Opening ${paths.length} pages, one a second.`);
  paths.forEach((path, index) => {
    setTimeout(() => {
      if (openAndPrint(path)) opened += 1;
      // A visitor who allows pop-ups halfway sees how many pages are missing.
      if (opened <= index) say(`${opened} of ${paths.length} pages are open. ${blocked}`);
      else if (opened === paths.length) say(`All ${opened} pages are open.`);
    }, index * pauseBetweenPages);
  });
}

const blocked =
  "Your browser did not let this page open a window. Allow pop-ups for this site, or use the print pack, which needs none.";

/** Opening the same name twice gives the same window. */
function windowName(path: string): string {
  return `print:${path}`;
}

/** @returns false where the browser did not let it */
function openAndPrint(path: string): boolean {
  const opened = open(path, windowName(path));
  if (opened === null) return false;
  printOnceLoaded(opened, opened.document);
  return true;
}

/**
 * Asks again and again, because nothing can be listened to: a window that has a page already gives up its listeners with it.
 * @param before what the window shows until the page comes: nothing, or the same page
 */
function printOnceLoaded(opened: Window, before: Document): void {
  let looks = 0;
  const looking = setInterval(() => {
    looks += 1;
    if (looks > maxLooks || opened.closed) return clearInterval(looking);
    if (opened.document === before || opened.document.readyState !== "complete") return;
    clearInterval(looking);
    opened.print();
  }, lookEveryMs);
}
