import { type APIRequestContext, expect } from "@playwright/test";
import { queryRows } from "./database.ts";
import { newPerson } from "./person.ts";

/** A rendered email as plain text and as HTML. */
type StoredEmail = { recipient: string; subject: string; text: string; html: string };

/** The plain text of an email to an address. Waits until it is rendered. */
export async function readEmailText(email: string, kind: string): Promise<string> {
  const { recipient, subject, text } = await findEmail(email, kind);
  return `To: ${recipient}\nSubject: ${subject}\n\n${text}`;
}

/** The HTML of an email to an address. Waits until it is rendered. */
export async function readEmailHtml(email: string, kind: string): Promise<string> {
  return (await findEmail(email, kind)).html;
}

/** The first path in an email that begins with `start`. */
export function pathIn(letter: string, start: string): string {
  const path = new RegExp(`https?://[^/\\s]+(${start}[^\\s>]*)`).exec(letter)?.[1];
  if (path === undefined) throw new Error(`The email contains no link that begins with ${start}`);
  return path;
}

/** Signs a person up through the JSON endpoint, confirms the mailbox, and returns the email that confirms the seat. */
export async function signUp(request: APIRequestContext): Promise<{ email: string; letter: string }> {
  const { name, email, phone } = newPerson();
  const answer = await request.post("/functions/v1/linkedin-live-signup", { data: { name, email, phone } });
  expect(await answer.json()).toEqual({ data: { outcome: "confirmation-required" } });
  const path = pathIn(await readEmailText(email, "confirm-submission"), "/confirm/");
  const origin = new URL(answer.url()).origin;
  const confirmed = await request.post(path, { headers: { origin }, maxRedirects: 0 });
  // With the id of the event, if other tests have scheduled more events.
  expect(confirmed.headers()["location"]).toMatch(/^\/linkedin-live-signup\/registered(?:\/|$)/);
  return { email, letter: await readEmailText(email, "event-place") };
}

/** The newest email of its kind. It has no text until it is rendered for delivery. */
async function findEmail(email: string, kind: string): Promise<StoredEmail> {
  let letter: StoredEmail | undefined;
  await expect
    .poll(async () => {
      [letter] = await queryRows<StoredEmail>(
        `select recipient, subject, body_text as text, body_html as html from letters
         where recipient = $1 and kind = $2 and subject is not null order by created_at desc, id desc limit 1`,
        [email, kind],
      );
      return letter?.subject;
    })
    .toBeTruthy();
  if (letter === undefined) throw new Error("The email has disappeared.");
  return letter;
}
