import { useEffect } from "react";

const storageKey = "practice.shortcuts";

/** Whether single keys are shortcuts in this browser. WCAG 2.1.4 requires a way to turn them off. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    // The browser denies access to its storage.
    return true;
  }
}

/** @returns whether the browser has stored it */
export function storeShortcutsOn(isOn: boolean): boolean {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, "off");
    return true;
  } catch {
    return false;
  }
}

/** What each key does, such as `{ j: selectNext }`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Runs a function when its key is pressed: not while typing, not with a modifier, and not if shortcuts are turned off.
 * @param shortcuts must be the same object between renders, or the listener is added again
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      const run = findShortcut(shortcuts, event);
      if (run === undefined || !areShortcutsOn()) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", handle);
    return () => {
      document.removeEventListener("keydown", handle);
    };
  }, [shortcuts]);
}

/** Elements that use single keys themselves. Radio buttons and checkboxes use only the space bar and the arrow keys. */
const typing = "input:not([type=radio], [type=checkbox]), textarea, select, dialog, [contenteditable]";

function findShortcut(shortcuts: Shortcuts, event: KeyboardEvent): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) {
    return undefined;
  }
  const { target } = event;
  if (target instanceof Element && target.closest(typing) !== null) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
}
