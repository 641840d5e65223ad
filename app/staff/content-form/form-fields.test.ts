import { expect, test } from "vitest";
import { createForm } from "./create-form.ts";
import { formatSeen, listDifferences, readSeen, readTyped } from "./form-fields.ts";
import type { FormSchema } from "./form-schema.ts";

const text = { type: "string" };
const schema: FormSchema = {
  type: "object",
  properties: { one: text, two: text, three: text, flag: { type: "boolean" } },
  required: ["one", "two", "three", "flag"],
};
const formOf = (value: Record<string, string | boolean>) =>
  createForm("home", { title: "", schema, value, published: {} });

const opened = { one: "1", two: "2", three: "3", flag: false };

function post(fields: Record<string, string>): FormData {
  const form = new FormData();
  form.set("seen", formatSeen([formOf(opened)]));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const fields = { "content.one": "mine", "content.two": "2", "content.three": "3", "content.flag": "off" };

test("a field that both have changed is a conflict, and one that only I have changed is kept", () => {
  const form = post({ ...fields, "content.two": "my two\r\n" });
  const current = formOf({ ...opened, one: "theirs", three: "their three" });
  expect(listDifferences(readTyped(form), readSeen(form), current)).toEqual([
    { path: "one", mine: "mine", theirs: "theirs", isConflict: true },
    { path: "two", mine: "my two", theirs: "2", isConflict: false },
  ]);
});

test("a field that the draft no longer has is a conflict", () => {
  const form = post({ "content.gone": "My text" });
  expect(listDifferences(readTyped(form), readSeen(form), formOf(opened))).toEqual([
    { path: "gone", mine: "My text", theirs: undefined, isConflict: true },
  ]);
});

test("a typed version that was not chosen is not read", () => {
  const form = post({ ...fields, "choice.one": "theirs", "choice.two": "mine" });
  expect([...readTyped(form).keys()]).toEqual(["two", "three", "flag"]);
});

test("the later value of a check box counts, and control characters are removed", () => {
  const form = post(fields);
  form.append("content.flag", "on");
  form.set("content.one", "a\u0000b\nc");
  expect(readTyped(form).get("flag")).toBe("on");
  expect(readTyped(form).get("one")).toBe("ab\nc");
});

test("a damaged field with the seen versions makes every typed field count as changed", () => {
  const form = post(fields);
  form.set("seen", "{");
  expect(readSeen(form).size).toBe(0);
});
