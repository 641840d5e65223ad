import { describe, expect, test } from "vitest";
import * as full from "zod";
import * as z from "zod/mini";
import { parseForm, readForm } from "./form.ts";
import { maximumLength } from "#app/platform/limits.ts";

const signIn = z.object({
  email: z.string({ error: "no address" }).check(z.trim(), z.includes("@", { error: "no at sign" })),
  password: z.string({ error: "no password" }).check(z.minLength(6, { error: "too short" })),
});

describe("reading a form", () => {
  test("returns the schema's value and drops every other field", () => {
    expect(parseForm(signIn, form({ email: " a@b ", password: "secret1", isOwner: "yes" }))).toEqual({
      ok: true,
      value: { email: "a@b", password: "secret1" },
    });
  });

  test("returns the submitted values unchanged, except for secrets", () => {
    expect(parseForm(signIn, form({ email: " person ", password: "short" }))).toEqual({
      ok: false,
      fieldErrors: { email: "no at sign", password: "too short" },
      formError: undefined,
      values: { email: " person " },
    });
  });

  test("truncates returned values to twice the longest text without splitting a character", () => {
    const most = 2 * maximumLength.freeText;
    const read = (email: string) => {
      const outcome = parseForm(signIn, form({ email, password: "short" }));
      return outcome.ok ? undefined : outcome.values.email;
    };
    expect(read("a".repeat(65_000))).toBe("a".repeat(most));
    expect(read("a".repeat(most))).toBe("a".repeat(most));
    expect(read(`a${"😀".repeat(most)}`)?.isWellFormed()).toBe(true);
  });

  test("treats a field that is absent or contains a file as missing", () => {
    const posted = form({});
    posted.set("email", new File(["a@b"], "address.txt"));
    expect(parseForm(signIn, posted)).toMatchObject({
      fieldErrors: { email: "no address", password: "no password" },
      values: {},
    });
  });

  test("reports only the first error of a field", () => {
    const schema = z.object({
      word: z.string().check(z.minLength(3, { error: "first" }), z.lowercase({ error: "second" })),
    });
    expect(parseForm(schema, form({ word: "A" }))).toMatchObject({ fieldErrors: { word: "first" } });
  });

  test("returns errors of the whole form separately from errors of fields", () => {
    const schema = full
      .object({ from: full.string(), to: full.string() })
      .refine(({ from, to }) => from < to, "the wrong way round");
    expect(parseForm(schema, form({ from: "b", to: "a" }))).toEqual({
      ok: false,
      fieldErrors: {},
      formError: "the wrong way round",
      values: { from: "b", to: "a" },
    });
  });
});

test("a body that is not a form is rejected as unsupported", async () => {
  const request = new Request("http://localhost/", { method: "POST", body: "{}" });
  await expect(readForm(request)).rejects.toMatchObject({ kind: "unsupported" });
});

test("a form of thousands of fields is rejected before it is parsed", async () => {
  const post = (fields: number) =>
    readForm(
      new Request("http://localhost/", { method: "POST", body: new URLSearchParams("a&".repeat(fields)) }),
    );
  await expect(post(30_000)).rejects.toMatchObject({ kind: "too-large" });
  const fields = Array.from({ length: 1_000 }, (_, index): [string, string] => [`field${index}`, "ä & b"]);
  const body = new URLSearchParams(fields);
  const read = await readForm(new Request("http://localhost/", { method: "POST", body }));
  expect([...read]).toEqual(fields);
});

function form(fields: Record<string, string>): FormData {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.set(name, value);
  return posted;
}
