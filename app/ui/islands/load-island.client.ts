/**
 * Hydrates a page's island: loads its script when the browser is idle or at the first interaction. Until then, and if loading fails, the
 * form works as plain HTML.
 */

type IslandModule = {
  /** Hydrates the container. Resolves when it handles events. */
  start(container: HTMLElement): Promise<void>;
};

/** How long a form that was submitted before hydration waits for its island, before it is submitted without it. */
const maxHydrationWaitMs = 4_000;

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
  // A form with steps hides fields, and the browser silently refuses to submit the form while a hidden required field is empty.
  const hold = (event: Event): void => {
    event.preventDefault();
    if (heldForm !== undefined || !(event.target instanceof HTMLElement)) return;
    heldForm = event.target.closest("form") ?? undefined;
    load();
    setTimeout(() => {
      if (!loading.signal.aborted) showPlain();
    }, maxHydrationWaitMs);
  };
  /** Displays all steps on one page, with the browser's validation messages. */
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

/** The page must render before the island's script is requested. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes("paint")) return resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
  });
}

async function startIsland(island: HTMLElement): Promise<void> {
  // The compiler does not know the type of a dynamic import. Both files come from one build.
  const module = (await import(/* @vite-ignore */ island.dataset.island ?? "")) as IslandModule;
  await module.start(island);
}

/** Safari has no requestIdleCallback. */
function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: 2_000 });
  else setTimeout(task, 200);
}
