/**
 * What somebody of the practice has typed into a form and not sent yet, in the storage of this tab: their session can end, or the
 * browser, before it is saved. Never used for a form with a password in it.
 */
export type KeptForm = {
  keep(form: HTMLFormElement): void;
  /** Fills the form in as it was. @returns whether there was anything to fill in */
  restore(form: HTMLFormElement): boolean;
  forget(): void;
};

/** @param account whoever typed it: nobody else gets it back. @param path the page that the form stands on */
export function keptForm(account: string, path: string): KeptForm {
  const key = `${keptFormPrefix}:${account}:${path}`;
  return {
    keep(form) {
      const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
      withStorage((storage) => storage.setItem(key, JSON.stringify(fields)));
    },
    restore(form) {
      const fields = readFields(key);
      if (fields === undefined) return false;
      for (const control of form.elements) {
        if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
          restoreControl(control, fields);
        }
      }
      return true;
    },
    forget() {
      withStorage((storage) => storage.removeItem(key));
    },
  };
}

/** Whether something stands in a form that the page did not put there. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
    if (!(control instanceof HTMLInputElement)) return false;
    const isMark = ["checkbox", "radio"].includes(control.type);
    return isMark ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  });
}

/** How the names in the storage begin (docs/privacy.md). */
export const keptFormPrefix = "staff-form";

type Fields = readonly (readonly [name: string, value: string])[];

function readFields(key: string): Fields | undefined {
  let fields: Fields | undefined;
  withStorage((storage) => {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "null");
    if (Array.isArray(kept)) fields = kept.filter(isField);
  });
  return fields;
}

function isField(kept: unknown): kept is Fields[number] {
  return Array.isArray(kept) && kept.length === 2 && kept.every((part) => typeof part === "string");
}

/** Hidden fields as well: they say what stood there when the form was opened, which is what was changed. */
function restoreControl(control: HTMLInputElement | HTMLTextAreaElement, fields: Fields): void {
  const values = fields.filter(([name]) => name === control.name).map(([, value]) => value);
  if (control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)) {
    control.checked = values.includes(control.value);
    return;
  }
  const [value] = values;
  if (value !== undefined) control.value = value;
}

/** A browser may forbid storage, fill up, or hold something unreadable: then nothing is kept, and the form goes on. */
function withStorage(access: (storage: Storage) => void): void {
  try {
    access(sessionStorage);
  } catch {
    // Nothing to improve: see above.
  }
}
