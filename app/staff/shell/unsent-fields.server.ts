import { isSecret } from "#app/platform/form.ts";
import type { UnsentFields } from "./unsent-form.tsx";

/** Several times what a page of attendance has, and what an event's form takes: a stranger must not make us write out more. */
const mostFields = 500;
const mostCharacters = 20_000;

/**
 * What somebody without a session, or with half of one, has posted, for the page that tells them: scripting keeps it in their browser, and without scripting it
 * would be gone.
 * @param names the fields that the form has; others are dropped. None: its form is typed again
 * @returns nothing where the router asks, which keeps the page with its form, and where the form has what never goes into a page
 */
export async function unsentFields(request: Request, names: readonly string[]): Promise<UnsentFields> {
  const isAskedByRouter = new URL(request.url).pathname.endsWith(".data");
  if (names.length === 0 || request.method !== "POST" || isAskedByRouter) return [];
  // What is no form has nothing that somebody typed.
  const form = await request.formData().catch(() => new FormData());
  const posted = [...form];
  if (posted.length > mostFields || posted.some(([name]) => isSecret(name))) return [];
  const texts = posted.filter((field): field is [string, string] => typeof field[1] === "string");
  // With a file it would not be the same form again.
  if (texts.length < posted.length) return [];
  const characters = texts.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  return characters > mostCharacters ? [] : texts.filter(([name]) => names.includes(name));
}
