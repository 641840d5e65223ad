import { type APIRequestContext, expect } from "@playwright/test";
import { rowsOf } from "./database.ts";
import { newPerson } from "./person.ts";

/** A letter as it was written down: what it says, and the same for programs that show HTML. */
type StoredLetter = { recipient: string; subject: string; text: string; html: string };

/** What a letter to an address says. Waits until it is written. */
export async function letterTo(email: string, kind: string): Promise<string> {
  const { recipient, subject, text } = await storedLetter(email, kind);
  return `To: ${recipient}\nSubject: ${subject}\n\n${text}`;
}

/** The same letter as it was sent to programs that show HTML. */
export async function htmlLetterTo(email: string, kind: string): Promise<string> {
  return (await storedLetter(email, kind)).html;
}

/** The first address in a letter that begins with a path of the site; without the site itself. */
export function pathIn(letter: string, start: string): string {
  const path = new RegExp(`https?://[^/\\s]+(${start}[^\\s>]*)`).exec(letter)?.[1];
  if (path === undefined) throw new Error(`The letter holds no address that begins with ${start}`);
  return path;
}

/** Signs a person up through the JSON endpoint, confirms the mailbox, and returns the email that confirms the seat. */
export async function signUp(request: APIRequestContext): Promise<{ email: string; letter: string }> {
  const { name, email, phone } = newPerson();
  const answer = await request.post("/functions/v1/linkedin-live-signup", { data: { name, email, phone } });
  expect(await answer.json()).toEqual({ data: { outcome: "confirmation-required" } });
  const path = pathIn(await letterTo(email, "confirm-submission"), "/confirm/");
  const origin = new URL(answer.url()).origin;
  const confirmed = await request.post(path, { headers: { origin }, maxRedirects: 0 });
  expect(confirmed.headers()["location"]).toBe("/linkedin-live-signup/registered");
  return { email, letter: await letterTo(email, "event-place") };
}

/** The newest of its kind. A letter says what is true when it leaves: until then it has no words. */
async function storedLetter(email: string, kind: string): Promise<StoredLetter> {
  let letter: StoredLetter | undefined;
  await expect
    .poll(async () => {
      [letter] = await rowsOf<StoredLetter>(
        `select recipient, subject, body_text as text, body_html as html from letters
         where recipient = $1 and kind = $2 and subject is not null order by created_at desc, id desc limit 1`,
        [email, kind],
      );
      return letter?.subject;
    })
    .toBeTruthy();
  if (letter === undefined) throw new Error("It was there a moment ago.");
  return letter;
}
