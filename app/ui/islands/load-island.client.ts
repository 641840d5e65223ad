/**
 * Brings a page's island to life: asks for its script when the browser is idle, or at the visitor's first touch. Until it
 * is there, and if it never comes, the form below it works as plain HTML.
 */

type IslandModule = {
  /** Takes over the container; settled once it answers to events. */
  start(container: HTMLElement): Promise<void>;
};

/** How long a form that was sent too early waits for its island, before the page goes on without. */
const patienceMs = 4_000;

if (document.readyState === "loading") addEventListener("DOMContentLoaded", findIsland);
else findIsland();

function findIsland(): void {
  const container = document.querySelector<HTMLElement>("[data-island]");
  if (container !== null) awaitVisitor(container);
}

function awaitVisitor(island: HTMLElement): void {
  const loading = new AbortController();
  let heldForm: HTMLFormElement | undefined;
  let isAsked = false;

  const load = (): void => {
    if (isAsked) return;
    isAsked = true;
    firstPaint()
      .then(() => startIsland(island))
      .then(
        () => {
          loading.abort();
          heldForm?.requestSubmit();
        },
        () => showPlain(),
      );
  };
  // A form in steps hides fields, and the browser refuses to send it without a word while one of them is empty.
  const hold = (event: Event): void => {
    event.preventDefault();
    if (heldForm !== undefined || !(event.target instanceof HTMLElement)) return;
    heldForm = event.target.closest("form") ?? undefined;
    load();
    setTimeout(() => {
      if (!loading.signal.aborted) showPlain();
    }, patienceMs);
  };
  /** All steps on one page, and the browser's own messages. */
  const showPlain = (): void => {
    loading.abort();
    document.documentElement.dataset.plain = "";
    heldForm?.reportValidity();
    heldForm = undefined;
  };

  island.addEventListener("invalid", hold, { capture: true, signal: loading.signal });
  for (const touch of ["pointerdown", "keydown", "focusin"]) {
    island.addEventListener(touch, load, { passive: true, signal: loading.signal });
  }
  if (document.readyState === "complete") whenIdle(load);
  else addEventListener("load", () => whenIdle(load), { once: true });
}

/** What shows the page must not be held up by a script that makes it livelier. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes("paint")) return resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
  });
}

async function startIsland(island: HTMLElement): Promise<void> {
  // What a dynamic import brings is not known to the compiler; both files come from one build.
  const module = (await import(/* @vite-ignore */ island.dataset.island ?? "")) as IslandModule;
  await module.start(island);
}

/** Safari has no requestIdleCallback. */
function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: 2_000 });
  else setTimeout(task, 200);
}
