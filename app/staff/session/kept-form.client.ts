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

/** How the names in the storage begin (docs/privacy.md). */
export const keptFormPrefix = "staff-form";

type Fields = readonly (readonly [name: string, value: string])[];

function readFields(key: string): Fields | undefined {
  let fields: Fields | undefined;
  withStorage((storage) => {
    const kept = storage.getItem(key);
    // Written above, by this program; whatever else stands there fails where it is used, and is taken for nothing.
    if (kept !== null) fields = JSON.parse(kept) as Fields;
  });
  return fields;
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
