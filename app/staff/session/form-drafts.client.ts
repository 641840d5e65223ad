import { staffDraftPrefix } from "#app/platform/draft-keys.ts";

/**
 * The unsaved input of the forms of a page, in the session storage of the tab, so that it survives the end of the staff session. Passwords
 * and files are never stored.
 */
export type FormDrafts = {
  /** The names of the forms that have a draft. */
  names(): string[];
  /** Stores what differs from the initial values. @param isAnswered whether the server has returned the form with its input */
  save(form: HTMLFormElement, isAnswered?: boolean): void;
  /** Fills in the form. @returns whether this has changed it */
  restore(form: HTMLFormElement): boolean;
  delete(name: string): void;
  deleteAll(): void;
  /** The query of the page when the draft was saved. */
  findSearch(name: string): string | undefined;
  /** The hidden fields when the draft was begun. The input is based on the revision that they name. */
  findHiddenFields(name: string): readonly HiddenField[];
};

type HiddenField = readonly [name: string, value: string];
/** A field that differs from its initial value; of a box, whether it is checked. */
type TypedField = readonly [name: string, value: string, isChecked?: boolean];
type Draft = { search: string; hidden: readonly HiddenField[]; typed: readonly TypedField[] };

/** @param account a draft is restored only for the account that saved it. @param path the page of the forms */
export function createFormDrafts(account: string, path: string): FormDrafts {
  const key = `${staffDraftPrefix}:${account}:${path}`;
  const read = (): Map<string, Draft> => new Map(Object.entries(readDrafts(key)));
  const write = (drafts: Map<string, Draft>): void =>
    withStorage((storage) => storage.setItem(key, JSON.stringify(Object.fromEntries(drafts))));
  return {
    names: () => [...read().keys()],
    save(form, isAnswered = false) {
      const drafts = read();
      const name = getDraftName(form);
      write(drafts.set(name, createDraft(form, drafts.get(name), isAnswered)));
    },
    restore(form) {
      const draft = read().get(getDraftName(form));
      return draft !== undefined && fillIn(form, draft);
    },
    delete(name) {
      const drafts = read();
      if (drafts.delete(name)) write(drafts);
    },
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

/** The attribute that gives a form drafts. Its value is a name that is unique on the page. */
export function getDraftName(form: HTMLFormElement): string {
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

/** Text areas have other line ends in their value than in their initial value. */
function normalize(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Includes the fields of the previous draft, because after a refusal their input is the initial value. */
function createDraft(form: HTMLFormElement, before: Draft | undefined, isAnswered: boolean): Draft {
  const typed = listControls(form).filter(
    (control) => isControlChanged(control) || findField(control, before) !== undefined,
  );
  return {
    search: location.search,
    hidden: before === undefined || isAnswered ? listHiddenFields(form) : before.hidden,
    typed: typed.map((control): TypedField => {
      const { name, value } = control;
      return isBox(control) ? [name, value, control.checked] : [name, value];
    }),
  };
}

/** Fields with the same name belong to rows, which can be others when the draft is restored. */
function listHiddenFields(form: HTMLFormElement): HiddenField[] {
  const hidden = [...form.elements].filter(isControl).filter(({ type }) => type === "hidden");
  const names = hidden.map(({ name }) => name);
  return hidden
    .filter(({ name }) => names.indexOf(name) === names.lastIndexOf(name))
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
    // For what depends on the input, such as the number of characters.
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

function openDetails(control: Control): void {
  let details = control.closest("details");
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

/** Storage can be blocked, full or invalid. The page then works without it. */
export function withStorage(access: (storage: Storage) => void): void {
  try {
    access(sessionStorage);
  } catch {
    // The page works without it.
  }
}
