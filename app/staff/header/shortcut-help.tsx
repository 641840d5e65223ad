import { useRef } from "react";
import { useIsHydrated } from "#app/ui/islands/use-is-hydrated.ts";
import { headerTexts, shortcutNames } from "./header.messages.ts";
import { peopleSearchId } from "./people-search.tsx";
import { areShortcutsOn, type Shortcuts, storeShortcutsOn, useShortcuts } from "./shortcuts.ts";
import "./shortcut-help.css";

const dialogId = "shortcut-help";

function openHelp(): void {
  const dialog = document.getElementById(dialogId);
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

const shortcuts: Shortcuts = {
  "/": () => document.getElementById(peopleSearchId)?.focus(),
  "?": openHelp,
};

/** Opens the list of shortcuts. It is also the way to turn shortcuts on again. */
export function ShortcutButton() {
  // Without scripting there are no shortcuts.
  if (!useIsHydrated()) return null;
  return (
    <button type="button" className="shortcut-button" onClick={openHelp}>
      {headerTexts.shortcuts}
    </button>
  );
}

/** Focuses the search with `/`, and lists all shortcuts with `?`. They can be turned off in the list. */
export function ShortcutHelp() {
  useShortcuts(shortcuts);
  const checkbox = useRef<HTMLInputElement>(null);
  if (!useIsHydrated()) return null;
  return (
    <dialog
      id={dialogId}
      className="shortcut-help"
      aria-labelledby="shortcut-help-title"
      onToggle={() => {
        if (checkbox.current !== null) checkbox.current.checked = areShortcutsOn();
      }}
    >
      <h2 id="shortcut-help-title">{headerTexts.shortcuts}</h2>
      <dl>
        {shortcutNames.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
      <label className="box">
        <input
          type="checkbox"
          ref={checkbox}
          onChange={({ currentTarget }) => {
            if (!storeShortcutsOn(currentTarget.checked)) currentTarget.checked = areShortcutsOn();
          }}
        />
        {headerTexts.shortcutsOn}
      </label>
      <form method="dialog">
        <button type="submit" className="btn">
          {headerTexts.close}
        </button>
      </form>
    </dialog>
  );
}
