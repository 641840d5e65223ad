import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFormDrafts, deleteFormDrafts, isChanged } from "./form-drafts.client.ts";

class Control extends EventTarget {
  checked = false;
  defaultChecked = false;
  value: string;
  defaultValue: string;
  readonly name: string;
  readonly type: string;
  readonly details: { open: boolean; parentElement: null };
  readonly row: object | null;
  constructor(
    name: string,
    { value = "", type = "text", details = { open: true, parentElement: null }, isInRow = false } = {},
  ) {
    super();
    this.name = name;
    this.type = type;
    this.value = value;
    this.defaultValue = value;
    this.details = details;
    this.row = isInRow ? {} : null;
  }
  closest(selector: string) {
    return selector === "tr" ? this.row : this.details;
  }
}
class Input extends Control {}
class TextArea extends Control {}
class Select extends Control {
  readonly options: readonly { value: string; defaultSelected: boolean }[];
  constructor(name: string, { value = "", choices = [""] }: { value?: string; choices?: string[] }) {
    super(name, { value, type: "select-one" });
    this.options = choices.map((choice) => ({ value: choice, defaultSelected: choice === value }));
  }
}

/** Storage lists its keys as properties. */
class Stored {
  [key: string]: unknown;
}
let storage = new Stored();

beforeEach(() => {
  storage = new Stored();
  vi.stubGlobal("HTMLInputElement", Input);
  vi.stubGlobal("HTMLTextAreaElement", TextArea);
  vi.stubGlobal("HTMLSelectElement", Select);
  vi.stubGlobal("location", { search: "?part=faq" });
  Object.defineProperties(storage, {
    getItem: { value: (key: string) => storage[key] ?? null },
    setItem: { value: (key: string, value: string) => void (storage[key] = value) },
    removeItem: { value: (key: string) => Reflect.deleteProperty(storage, key) },
  });
  vi.stubGlobal("sessionStorage", storage);
});
afterEach(() => vi.unstubAllGlobals());

test("restores what was entered in each form of the same page for the same account", () => {
  const [note, consent] = [createForm("note"), createForm("consent")];
  enter(note);
  const drafts = createFormDrafts("ruth", "/admin/people/1");
  drafts.save(note.form);
  const opened = [createForm("note"), createForm("consent")] as const;
  expect(opened.map(({ form }) => createFormDrafts("ruth", "/admin/people/1").restore(form))).toEqual([
    true,
    false,
  ]);
  expect(opened[0].read()).toEqual(note.read());
  expect(opened[1].read()).toEqual(consent.read());
  expect(opened[0].details.open).toBe(true);
  expect(drafts.findSearch("note")).toBe("?part=faq");
});

test.each([
  ["another person", "joan", "/admin/people/1"],
  ["another page", "ruth", "/admin/people/2"],
])("does not restore the draft for %s", (_, account, path) => {
  const typed = createForm("note");
  enter(typed);
  createFormDrafts("ruth", "/admin/people/1").save(typed.form);
  const opened = createForm("note");
  expect(createFormDrafts(account, path).restore(opened.form)).toBe(false);
  expect(opened.read()).toEqual(createForm("note").read());
});

test("stores neither passwords nor files, nor fields that were not changed", () => {
  const typed = createForm("note");
  enter(typed, ["text", "password", "file"]);
  createFormDrafts("ruth", "/admin/people/1").save(typed.form);
  expect(JSON.stringify(storage)).not.toContain("secret");
  const opened = createForm("note");
  opened.controls.status.value = "client";
  opened.controls.box.checked = true;
  createFormDrafts("ruth", "/admin/people/1").restore(opened.form);
  expect(opened.read()).toMatchObject({ text: "Typed", status: "client", box: true });
});

test("keeps the revision that was displayed when the person began to type, until the server has answered", () => {
  const typed = createForm("note");
  const drafts = createFormDrafts("ruth", "/admin/people/1");
  enter(typed);
  drafts.save(typed.form);
  typed.controls.revision.value = "4";
  drafts.save(typed.form);
  expect(drafts.findHiddenFields("note")).toEqual([["revision", "3"]]);
  drafts.saveReturned(typed.form);
  expect(drafts.findHiddenFields("note")).toEqual([["revision", "4"]]);
});

test("does not keep the hidden field of the only row of a table", () => {
  const typed = createForm("attendance");
  enter(typed);
  const drafts = createFormDrafts("ruth", "/admin/events/1");
  drafts.save(typed.form);
  expect(drafts.findHiddenFields("attendance").map(([name]) => name)).not.toContain("shown");
});

test("deletes a draft when the input is undone, so that it does not keep an old revision", () => {
  const typed = createForm("note");
  const drafts = createFormDrafts("ruth", "/admin/people/1");
  enter(typed);
  drafts.save(typed.form);
  Object.assign(typed.controls.text, { value: "Stored" });
  drafts.save(typed.form);
  expect(drafts.names()).toEqual(["note"]);
  Object.assign(typed.controls.area, { value: "Stored" });
  Object.assign(typed.controls.status, { value: "new" });
  Object.assign(typed.controls.box, { checked: false });
  drafts.save(typed.form);
  expect([drafts.names(), drafts.findHiddenFields("note")]).toEqual([[], []]);
});

test("deletes a draft whose input has been saved in the meantime", () => {
  const typed = createForm("note");
  const drafts = createFormDrafts("ruth", "/admin/people/1");
  enter(typed, ["text"]);
  drafts.save(typed.form);
  const opened = createForm("note");
  Object.assign(opened.controls.text, { value: "Typed", defaultValue: "Typed" });
  expect(drafts.restore(opened.form)).toBe(false);
  expect(drafts.names()).toEqual([]);
});

test("after a refusal, keeps what was entered although it is the initial value of the form", () => {
  const typed = createForm("note");
  const drafts = createFormDrafts("ruth", "/admin/people/1");
  enter(typed, ["text"]);
  drafts.save(typed.form);
  typed.controls.text.defaultValue = typed.controls.text.value;
  expect(isChanged(typed.form)).toBe(false);
  drafts.saveReturned(typed.form);
  drafts.restore(typed.form);
  drafts.save(typed.form);
  const opened = createForm("note");
  drafts.restore(opened.form);
  expect(opened.read().text).toBe("Typed");
});

test("after a refusal, fills in what was entered since the submission", () => {
  const typed = createForm("note");
  const drafts = createFormDrafts("ruth", "/admin/people/1");
  enter(typed, ["text", "area"]);
  drafts.save(typed.form);
  const returned = createForm("note");
  Object.assign(returned.controls.text, { value: "Ty", defaultValue: "Ty" });
  drafts.saveReturned(returned.form);
  expect(returned.read()).toMatchObject({ text: "Typed", area: "Typed" });
});

test("a form that is returned without input has no draft", () => {
  const drafts = createFormDrafts("ruth", "/admin/people/1");
  drafts.saveReturned(createForm("note").form);
  expect(drafts.names()).toEqual([]);
});

test.each(["text", "area", "status", "box"] as const)("a form is changed if its %s is", (field) => {
  const form = createForm("note");
  expect(isChanged(form.form)).toBe(false);
  enter(form, [field]);
  expect(isChanged(form.form)).toBe(true);
});

test("line ends that the browser changes are no change", () => {
  const form = createForm("note");
  form.controls.area.defaultValue = "One\r\nTwo";
  form.controls.area.value = "One\nTwo";
  expect(isChanged(form.form)).toBe(false);
});

test("deletes a draft, those of a page, and all of them", () => {
  const [person, event] = [
    createFormDrafts("ruth", "/admin/people/1"),
    createFormDrafts("ruth", "/admin/events/1"),
  ];
  const typed = [createForm("a"), createForm("b")];
  for (const form of typed) {
    enter(form);
    person.save(form.form);
    event.save(form.form);
  }
  person.delete("a");
  expect(person.names()).toEqual(["b"]);
  person.deleteAll();
  expect([person.names(), event.names()]).toEqual([[], ["a", "b"]]);
  storage["visit-events"] = "[]";
  deleteFormDrafts();
  expect(Object.keys(storage)).toEqual(["visit-events"]);
});

test.each(["no JSON", "7", '{"note":7}', '[["text","Old format"]]'])(
  "ignores an invalid stored value (%s)",
  (text) => {
    storage["staff-form:ruth:/admin/people/1"] = text;
    const opened = createForm("note");
    expect(createFormDrafts("ruth", "/admin/people/1").restore(opened.form)).toBe(false);
    expect(opened.read()).toEqual(createForm("note").read());
  },
);

function createForm(name: string) {
  const details = { open: false, parentElement: null };
  const controls = {
    revision: new Input("revision", { value: "3", type: "hidden" }),
    shown: new Input("shown", { value: "avery came", type: "hidden", isInRow: true }),
    text: new Input("text", { value: "Stored", details }),
    area: new TextArea("area", { value: "Stored" }),
    status: new Select("status", { value: "new", choices: ["new", "client"] }),
    // Not selected by the page, so its first choice is displayed.
    owner: new Select("owner", { value: "", choices: ["", "ruth"] }),
    box: new Input("box", { value: "yes", type: "checkbox" }),
    password: new Input("password", { type: "password" }),
    file: new Input("file", { type: "file" }),
  };
  return {
    // The drafts use no other property.
    form: { elements: Object.values(controls), dataset: { draft: name } } as unknown as HTMLFormElement,
    controls,
    details,
    read: () => ({
      text: controls.text.value,
      area: controls.area.value,
      status: controls.status.value,
      box: controls.box.checked,
    }),
  };
}

type Field = "text" | "area" | "status" | "box" | "password" | "file";

function enter(
  { controls }: ReturnType<typeof createForm>,
  fields: readonly Field[] = ["text", "area", "status", "box"],
) {
  const values = { text: "Typed", area: "Typed", status: "client", password: "secret", file: "secret.pdf" };
  for (const field of fields) {
    if (field === "box") controls.box.checked = true;
    else controls[field].value = values[field];
  }
}
