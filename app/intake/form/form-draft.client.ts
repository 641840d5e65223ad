import type { DraftKey } from "#app/platform/draft-keys.ts";

/** What was typed into a form so far. Kept in this tab alone, until it is sent or the tab is closed. */
export type FormDraft = {
  /** Keeps what the form holds now. */
  save(form: HTMLFormElement): void;
  /** Fills in what was typed before, where the form holds nothing yet. */
  restore(form: HTMLFormElement): void;
  remove(): void;
};

/** @param storageKey names the form; another for each */
export function formDraft(storageKey: DraftKey): FormDraft {
  const read = (): Record<string, unknown> => {
    let draft = {};
    withStorage((storage) => {
      const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? "{}");
      if (typeof kept === "object" && kept !== null) draft = kept;
    });
    return draft;
  };
  return {
    save(form) {
      const draft = Object.fromEntries(new FormData(form));
      withStorage((storage) => storage.setItem(storageKey, JSON.stringify(draft)));
    },
    restore(form) {
      const draft = read();
      for (const control of form.elements) {
        if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
          restoreControl(form, control, draft[control.name]);
        }
      }
    },
    remove() {
      withStorage((storage) => storage.removeItem(storageKey));
    },
  };
}

function restoreControl(
  form: HTMLFormElement,
  control: HTMLInputElement | HTMLTextAreaElement,
  kept: unknown,
): void {
  if (typeof kept !== "string") return;
  switch (control.type) {
    // What the page itself put there is newer than what was kept.
    case "hidden":
      return;
    case "checkbox":
    case "radio":
      if (!isChosen(form, control.name)) choose(control, kept);
      return;
    default:
      control.value ||= kept;
  }
}

function choose(control: HTMLInputElement | HTMLTextAreaElement, kept: string): void {
  if (control instanceof HTMLInputElement) control.checked = control.value === kept;
}

/** Whether something of a group was chosen already. */
function isChosen(form: HTMLFormElement, name: string): boolean {
  return new FormData(form).has(name);
}

/** A browser may forbid storage, fill up, or hold something unreadable: then there is no draft, and the form goes on. */
function withStorage(access: (storage: Storage) => void): void {
  try {
    access(sessionStorage);
  } catch {
    // Nothing to improve: see above.
  }
}
