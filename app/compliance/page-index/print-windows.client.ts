/** Between two windows of *Print All*, and before the second try of a single print (specification section 9), in ms. */
const pauseBetweenPages = 1_000;
const pauseBeforeSecondTry = 500;

type Say = (words: string) => void;

/** Opens a page in a window of its own, opens it there again after half a second, and prints it. */
export function printOne(path: string, say: Say): void {
  const name = windowName(path);
  if (open(path, name) === null) return say(blocked);
  say("");
  setTimeout(() => printWhenLoaded(open(path, name)), pauseBeforeSecondTry);
}

/** Opens every page in a window of its own, one a second, each printing when it has loaded. */
export function printAll(paths: readonly string[], say: Say): void {
  say(`Opening ${paths.length} pages, one a second.`);
  paths.forEach((path, index) => {
    setTimeout(() => {
      const opened = open(path, windowName(path));
      if (opened === null) say(blocked);
      else printWhenLoaded(opened);
    }, index * pauseBetweenPages);
  });
}

const blocked =
  "Your browser did not let this page open a window. Allow pop-ups for this site, or use the print pack, which needs none.";

/** Opening the same name twice gives the same window. */
function windowName(path: string): string {
  return `print:${path}`;
}

function printWhenLoaded(opened: Window | null): void {
  opened?.addEventListener("load", () => opened.print(), { once: true });
}
