import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keptForm } from "./kept-form.client.ts";

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

test("what was entered is back for whoever entered it, on that page, marks and hidden fields too", () => {
  const typed = aForm({ title: "Before the letter", came: [true, false], revision: "3" });
  keptForm("ruth", "/admin/events/1").keep(typed.form);
  const opened = aForm({ title: "As it was", came: [false, true], revision: "4" });
  expect(keptForm("ruth", "/admin/events/1").restore(opened.form)).toBe(true);
  expect(opened.read()).toEqual({ title: "Before the letter", came: [true, false], revision: "3" });
});

test.each([
  ["another person", "joan", "/admin/events/1"],
  ["another page", "ruth", "/admin/events/2"],
])("%s gets nothing of it", (_, account, path) => {
  keptForm("ruth", "/admin/events/1").keep(aForm({ title: "x", came: [], revision: "1" }).form);
  const opened = aForm({ title: "As it was", came: [], revision: "1" });
  expect(keptForm(account, path).restore(opened.form)).toBe(false);
  expect(opened.read().title).toBe("As it was");
});

test("what was saved is forgotten", () => {
  const kept = keptForm("ruth", "/admin/events/1");
  kept.keep(aForm({ title: "x", came: [], revision: "1" }).form);
  kept.forget();
  expect([stored.size, kept.restore(aForm({ title: "y", came: [], revision: "1" }).form)]).toEqual([
    0,
    false,
  ]);
});

test.each(["no JSON", "7"])("something unreadable in the storage (%s) is no hindrance", (text) => {
  stored.set("staff-form:ruth:/admin/events/1", text);
  const opened = aForm({ title: "As it was", came: [], revision: "1" });
  keptForm("ruth", "/admin/events/1").restore(opened.form);
  expect(opened.read().title).toBe("As it was");
});

/** As much of a form as is used. */
function aForm(values: { title: string; came: readonly boolean[]; revision: string }) {
  const title = Object.assign(new Input("title"), { value: values.title });
  const revision = Object.assign(new Input("revision", "hidden"), { value: values.revision });
  const marks = values.came.map((checked, at) =>
    Object.assign(new Input("came", "checkbox"), { value: `${at}`, checked }),
  );
  return {
    // Nothing else of it is asked for.
    form: { elements: [title, revision, ...marks] } as unknown as HTMLFormElement,
    read: () => ({
      title: title.value,
      came: marks.map(({ checked }) => checked),
      revision: revision.value,
    }),
  };
}
