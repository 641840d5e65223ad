import type { AssessmentField } from "./assessment.schema.ts";

/** What was typed so far. Kept in this tab alone, until the answers are sent or the tab is closed. */
type Draft = Partial<Record<AssessmentField, string>>;

const storageKey = "pre-loi-assessment";

/** Keeps what the form holds now. */
export function saveDraft(form: HTMLFormElement): void {
  const draft = Object.fromEntries(new FormData(form));
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(draft)));
}

export function removeDraft(): void {
  withStorage((storage) => storage.removeItem(storageKey));
}

/** Fills in what was typed before, where the form holds nothing yet. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = readDraft();
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement)) continue;
    const kept = draft[control.name as AssessmentField]; // the form's names are the schema's
    if (kept === undefined) continue;
    const group = form.elements.namedItem(control.name);
    if (control.type !== "radio") control.value ||= kept;
    else if (group instanceof RadioNodeList && group.value === "") control.checked = control.value === kept;
  }
}

function readDraft(): Draft {
  let draft: Draft = {};
  withStorage((storage) => {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? "{}");
    // We wrote it ourselves, and it only fills in a form that is read by its schema afterwards.
    if (typeof kept === "object" && kept !== null) draft = kept;
  });
  return draft;
}

/** A browser may forbid storage, fill up, or hold something unreadable: then there is no draft, and the form goes on. */
function withStorage(access: (storage: Storage) => void): void {
  try {
    access(sessionStorage);
  } catch {
    // Nothing to improve: see above.
  }
}
