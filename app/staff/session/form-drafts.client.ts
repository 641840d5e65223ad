import { staffDraftPrefix } from "#app/platform/draft-keys.ts";

/**
 * The unsaved input of the forms of a page, in the session storage of the tab, so that it survives the end of the staff session. Passwords
 * and files are never stored.
 */
export type FormDrafts = {
  /** The names of the forms that have a draft. */
  names(): string[];
  /** Stores what differs from the initial values, or deletes the draft if nothing does. */
  save(form: HTMLFormElement): void;
  /**
   * Updates the draft of a form that the server has refused and returned with its input, and fills in what was entered after the
   * submission.
   */
  saveReturned(form: HTMLFormElement): void;
  /** Fills in the form. A draft that does not differ from the initial values is deleted. @returns whether this has changed the form */
  restore(form: HTMLFormElement): boolean;
  delete(name: string): void;
  deleteAll(): void;
  /** The query of the page when the draft was saved. */
  findSearch(name: string): string | undefined;
  /** The hidden fields when the draft was started. They contain the revision that the input is based on. */
  findHiddenFields(name: string): readonly HiddenField[];
};

type HiddenField = readonly [name: string, value: string];
/** A field that differs from its initial value. Check boxes and radio buttons have `isChecked`. */
type TypedField = readonly [name: string, value: string, isChecked?: boolean];
type Draft = {
  search: string;
  hidden: readonly HiddenField[];
  typed: readonly TypedField[];
  /** Whether the server has refused the form, after which its initial values are the input. */
  isReturned?: boolean;
};

/** @param account a draft is restored only for the account that saved it. @param path the page of the forms */
export function createFormDrafts(account: string, path: string): FormDrafts {
  const key = `${staffDraftPrefix}:${account}:${path}`;
  const read = (): Map<string, Draft> => new Map(Object.entries(readDrafts(key)));
  const write = (drafts: Map<string, Draft>): void =>
    withStorage((storage) => storage.setItem(key, JSON.stringify(Object.fromEntries(drafts))));
  const remove = (name: string): void => {
    const drafts = read();
    if (drafts.delete(name)) write(drafts);
  };
  return {
    names: () => [...read().keys()],
    save(form) {
      const drafts = read();
      const name = getDraftName(form);
      const before = drafts.get(name);
      if (isObsolete(form, before)) remove(name);
      else write(drafts.set(name, createDraft(form, before)));
    },
    saveReturned(form) {
      const drafts = read();
      const name = getDraftName(form);
      const before = drafts.get(name);
      if (before === undefined) return;
      fillIn(form, before);
      const hidden = listHiddenFields(form);
      write(drafts.set(name, { ...createDraft(form, before), hidden, isReturned: true }));
    },
    restore(form) {
      const name = getDraftName(form);
      const draft = read().get(name);
      if (draft === undefined) return false;
      const hasChanged = fillIn(form, draft);
      if (isObsolete(form, draft)) remove(name);
      return hasChanged;
    },
    delete: remove,
    deleteAll: () => withStorage((storage) => storage.removeItem(key)),
    findSearch: (name) => read().get(name)?.search,
    findHiddenFields: (name) => read().get(name)?.hidden ?? [],
  };
}

/** Deletes the drafts of all pages and accounts in this tab. */
export function deleteFormDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(`${staffDraftPrefix}:`)) storage.removeItem(key);
    }
  });
}

/** Returns the name of a form’s draft, which is unique on the page. Forms without the attribute have no draft. */
export function getDraftName(form: HTMLElement): string {
  return form.dataset["draft"] ?? "";
}

/** Whether a form differs from its initial values. */
export function isChanged(form: HTMLFormElement): boolean {
  return listControls(form).some(isControlChanged);
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields that a person can change. */
function listControls(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(isControl).filter(({ name, type }) => name !== "" && !excluded.has(type));
}

const excluded: ReadonlySet<string> = new Set(["hidden", "password", "file", "submit", "button", "reset"]);

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
}

function isControlChanged(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked;
  return normalize(control.value) !== normalize(getInitialValue(control));
}

function getInitialValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? "";
}

/** The value of a text area can have other line ends than its initial value. */
function normalize(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** A draft without a change would only cause a conflict with a later revision. */
function isObsolete(form: HTMLFormElement, draft: Draft | undefined): boolean {
  return draft?.isReturned !== true && !isChanged(form);
}

/** Includes the fields of the previous draft, because after a refusal their input is the initial value. */
function createDraft(form: HTMLFormElement, before: Draft | undefined): Draft {
  const typed = listControls(form).filter(
    (control) => isControlChanged(control) || findField(control, before) !== undefined,
  );
  return {
    ...before,
    search: location.search,
    hidden: before?.hidden ?? listHiddenFields(form),
    typed: typed.map((control): TypedField => {
      const { name, value } = control;
      return isBox(control) ? [name, value, control.checked] : [name, value];
    }),
  };
}

/** Excludes repeated fields and those in a table row, because the form can contain other rows when the draft is restored. */
function listHiddenFields(form: HTMLFormElement): HiddenField[] {
  const hidden = [...form.elements].filter(isControl).filter(({ type }) => type === "hidden");
  const names = hidden.map(({ name }) => name);
  return hidden
    .filter(
      (field) => names.indexOf(field.name) === names.lastIndexOf(field.name) && field.closest("tr") === null,
    )
    .map(({ name, value }) => [name, value]);
}

function findField(control: Control, draft: Draft | undefined): TypedField | undefined {
  return draft?.typed.find(
    ([name, value, isChecked]) =>
      name === control.name && (isBox(control) ? value === control.value && isChecked !== undefined : true),
  );
}

/** @returns whether a field has changed */
function fillIn(form: HTMLFormElement, draft: Draft): boolean {
  let hasChanged = false;
  for (const control of listControls(form)) {
    const field = findField(control, draft);
    if (field === undefined || !setControl(control, field)) continue;
    hasChanged = true;
    openDetails(control);
    // Updates what depends on the input, such as the number of characters.
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  }
  return hasChanged;
}

/** @returns whether the control has changed */
function setControl(control: Control, [, value, isChecked = false]: TypedField): boolean {
  if (isBox(control)) {
    if (control.checked === isChecked) return false;
    control.checked = isChecked;
    return true;
  }
  if (control.value === value) return false;
  control.value = value;
  return true;
}

/** Opens the details that hide an element. */
export function openDetails(element: Element): void {
  let details = element.closest("details");
  while (details !== null) {
    details.open = true;
    details = details.parentElement?.closest("details") ?? null;
  }
}

function readDrafts(key: string): Record<string, Draft> {
  let drafts: Record<string, Draft> = {};
  withStorage((storage) => {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? "{}");
    if (isRecord(stored)) drafts = Object.fromEntries(Object.entries(stored).filter(isNamedDraft));
  });
  return drafts;
}

function isNamedDraft(entry: [string, unknown]): entry is [string, Draft] {
  const [, draft] = entry;
  return (
    isRecord(draft) &&
    typeof draft["search"] === "string" &&
    Array.isArray(draft["hidden"]) &&
    Array.isArray(draft["typed"])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Storage can be blocked or full, and its contents can be invalid. */
export function withStorage(access: (storage: Storage) => void): void {
  try {
    access(sessionStorage);
  } catch {
    // The page works without it.
  }
}
