import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFormDraft } from "./form-draft.client.ts";

const stored = new Map<string, string>();

class Input {
  value = "";
  checked = false;
  readonly name: string;
  readonly type: string;
  constructor(name: string, type = "text") {
    this.name = name;
    this.type = type;
  }
}
class TextArea extends Input {}

beforeEach(() => {
  vi.stubGlobal("HTMLInputElement", Input);
  vi.stubGlobal("HTMLTextAreaElement", TextArea);
  vi.stubGlobal(
    "FormData",
    class extends Array<[string, string]> {
      constructor(form: { elements: readonly Input[] }) {
        super();
        for (const { name, type, value, checked } of form.elements) {
          if (type !== "checkbox" || checked) this.push([name, value]);
        }
      }
    },
  );
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  stored.clear();
});

test("restores the entered values on the same page for the same account, including checkboxes and hidden fields", () => {
  const typed = createForm({ title: "New title", attended: [true, false], revision: "3" });
  createFormDraft("ruth", "/admin/events/1").save(typed.form);
  const opened = createForm({ title: "Old title", attended: [false, true], revision: "4" });
  expect(createFormDraft("ruth", "/admin/events/1").restore(opened.form)).toBe(true);
  expect(opened.read()).toEqual({ title: "New title", attended: [true, false], revision: "3" });
});

test.each([
  ["another person", "joan", "/admin/events/1"],
  ["another page", "ruth", "/admin/events/2"],
])("does not restore the draft for %s", (_, account, path) => {
  createFormDraft("ruth", "/admin/events/1").save(
    createForm({ title: "x", attended: [], revision: "1" }).form,
  );
  const opened = createForm({ title: "Old title", attended: [], revision: "1" });
  expect(createFormDraft(account, path).restore(opened.form)).toBe(false);
  expect(opened.read().title).toBe("Old title");
});

test("deletes a draft", () => {
  const draft = createFormDraft("ruth", "/admin/events/1");
  draft.save(createForm({ title: "x", attended: [], revision: "1" }).form);
  draft.delete();
  expect(stored.size).toBe(0);
  expect(draft.restore(createForm({ title: "y", attended: [], revision: "1" }).form)).toBe(false);
});

test.each(["no JSON", "7"])("ignores an invalid stored value (%s)", (text) => {
  stored.set("staff-form:ruth:/admin/events/1", text);
  const opened = createForm({ title: "Old title", attended: [], revision: "1" });
  createFormDraft("ruth", "/admin/events/1").restore(opened.form);
  expect(opened.read().title).toBe("Old title");
});

function createForm(values: { title: string; attended: readonly boolean[]; revision: string }) {
  const title = Object.assign(new Input("title"), { value: values.title });
  const revision = Object.assign(new Input("revision", "hidden"), { value: values.revision });
  const checkboxes = values.attended.map((checked, at) =>
    Object.assign(new Input("attended", "checkbox"), { value: `${at}`, checked }),
  );
  return {
    // The draft uses no other property.
    form: { elements: [title, revision, ...checkboxes] } as unknown as HTMLFormElement,
    read: () => ({
      title: title.value,
      attended: checkboxes.map(({ checked }) => checked),
      revision: revision.value,
    }),
  };
}
