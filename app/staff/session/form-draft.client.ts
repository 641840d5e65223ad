/**
 * The unsaved input of a form, in the session storage of the tab, so that it survives the end of the staff session. It must not be used for
 * forms with a password.
 */
export type FormDraft = {
  save(form: HTMLFormElement): void;
  /** Fills in the form. @returns whether there was a draft */
  restore(form: HTMLFormElement): boolean;
  delete(): void;
};

/** @param account a draft is restored only for the account that saved it. @param path the page of the form */
export function createFormDraft(account: string, path: string): FormDraft {
  const key = `${formDraftPrefix}:${account}:${path}`;
  return {
    save(form) {
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
    delete() {
      withStorage((storage) => storage.removeItem(key));
    },
  };
}

/** Whether a form differs from its initial values. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
    if (!(control instanceof HTMLInputElement)) return false;
    const isCheckable = ["checkbox", "radio"].includes(control.type);
    return isCheckable ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  });
}

/** Prefix of the storage keys, as documented in docs/privacy.md. */
export const formDraftPrefix = "staff-form";

type Fields = readonly (readonly [name: string, value: string])[];

function readFields(key: string): Fields | undefined {
  let fields: Fields | undefined;
  withStorage((storage) => {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? "null");
    if (Array.isArray(stored)) fields = stored.filter(isField);
  });
  return fields;
}

function isField(value: unknown): value is Fields[number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

/** Also restores hidden fields, because the input is based on the revision that they name. */
function restoreControl(control: HTMLInputElement | HTMLTextAreaElement, fields: Fields): void {
  const values = fields.filter(([name]) => name === control.name).map(([, value]) => value);
  if (control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)) {
    control.checked = values.includes(control.value);
    return;
  }
  const [value] = values;
  if (value !== undefined) control.value = value;
}

/** Storage can be blocked, full or invalid. The form then works without a draft. */
function withStorage(access: (storage: Storage) => void): void {
  try {
    access(sessionStorage);
  } catch {
    // The form works without a draft.
  }
}
