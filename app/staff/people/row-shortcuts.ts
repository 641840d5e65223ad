import type { Shortcuts } from "#app/staff/header/shortcuts.ts";

/** J and K move between the people, and X selects the one with the focus. Enter opens a person, as it does for every link. */
export const rowShortcuts: Shortcuts = {
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  x: () => findCurrentRow()?.querySelector<HTMLInputElement>(".pick input")?.click(),
};

function listRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".people tbody tr")];
}

function findCurrentRow(): HTMLElement | undefined {
  return listRows().find((row) => row.contains(document.activeElement));
}

/** Focuses the name in the next or previous row, or in the first row if none has the focus. */
function moveFocus(step: 1 | -1): void {
  const rows = listRows();
  const index = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[index === -1 ? 0 : index + step];
  next?.querySelector<HTMLElement>("th a")?.focus();
}
