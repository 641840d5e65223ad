import type { DraftKey } from "#app/platform/draft-keys.ts";

/** The unsent entries of a form, stored in this tab until the form is submitted or the tab is closed. */
export type FormDraft = {
  save(form: HTMLFormElement): void;
  /** Restores the entries of empty fields. */
  restore(form: HTMLFormElement): void;
  remove(): void;
};

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
    // The page set the value more recently.
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

function isChosen(form: HTMLFormElement, name: string): boolean {
  return new FormData(form).has(name);
}

/** Storage may be blocked, full or invalid. The form then works without a draft. */
function withStorage(access: (storage: Storage) => void): void {
  try {
    access(sessionStorage);
  } catch {
    // The form works without a draft.
  }
}
