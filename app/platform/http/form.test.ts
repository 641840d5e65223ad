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

  test("gives back what was typed, untouched, but never a secret", () => {
    expect(parseForm(signIn, form({ email: " person ", password: "short" }))).toEqual({
      ok: false,
      fieldErrors: { email: "no at sign", password: "too short" },
      formError: undefined,
      values: { email: " person " },
    });
  });

  test("gives back at most twice the longest text, without half a character", () => {
    const most = 2 * maximumLength.freeText;
    const read = (email: string) => {
      const outcome = parseForm(signIn, form({ email, password: "short" }));
      return outcome.ok ? undefined : outcome.values.email;
    };
    expect(read("a".repeat(65_000))).toBe("a".repeat(most));
    expect(read("a".repeat(most))).toBe("a".repeat(most));
    expect(read(`a${"😀".repeat(most)}`)?.isWellFormed()).toBe(true);
  });

  test("counts a field that is not there, or that holds a file, as missing", () => {
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

  test("keeps what is wrong with the whole form apart from its fields", () => {
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

test("a body that is no form is refused as such", async () => {
  const request = new Request("http://localhost/", { method: "POST", body: "{}" });
  await expect(readForm(request)).rejects.toMatchObject({ kind: "unsupported" });
});

function form(fields: Record<string, string>): FormData {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.set(name, value);
  return posted;
}
