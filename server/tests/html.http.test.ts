import { HtmlValidate } from "html-validate";
import { expect, it } from "vitest";
import { questionIds } from "#app/assessments/questions/questions.ts";
import { listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { pages } from "#app/pages/registry.ts";
import { attendeePath } from "#app/events/attendee-page/attendee-path.ts";
import { confirmPath } from "#app/intake/mailbox-confirmation/confirm-path.ts";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { preferencesPath } from "#app/people/preferences/preferences-path.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { anEvent, aSignup } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";

const site = testApp({ sendsEmail: true });
const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    // React's serialization of attributes and void elements is valid.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    "doctype-style": "off",
    // Phone numbers may wrap at a hyphen, which is a matter of style.
    "tel-non-breaking": "off",
  },
});

/** Pages that only a link in an email opens, with the path of such a link. */
const linkedPages = {
  [pages.attendee.path]: linkToAttendeePage,
  [pages.confirmMailbox.path]: linkToConfirmation,
  [pages.letterPreferences.path]: linkToPreferences,
};

const publicPaths = [...registeredPages, ...listArticles()]
  .map(({ path }) => path)
  .filter((path) => !path.startsWith("/admin") && !path.startsWith("/auth") && !path.endsWith("/result"))
  .filter((path) => !(path in linkedPages));

const assessment = anAssessment();

async function validate(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap((result) =>
    result.messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

it.each([...publicPaths, "/no-such-page", "/auth"])("%s is valid HTML", async (path) => {
  const response = await site.request(path);
  expect(response.status).toBe(["/404", "/no-such-page"].includes(path) ? 404 : 200);
  expect(await validate(await response.text())).toEqual([]);
});

it.each(Object.entries(linkedPages))("%s is valid HTML", async (_, createLink) => {
  const response = await site.request(await createLink());
  expect(response.status).toBe(200);
  expect(await validate(await response.text())).toEqual([]);
});

it("a form with errors and a result are valid HTML", async () => {
  const refused = await site.postForm("/pre-loi-assessment", { ...assessment, [questionIds[0] ?? ""]: "" });
  expect(refused.status).toBe(400);
  const form = await refused.text();
  expect(form).toContain('aria-invalid="true"');
  expect(await validate(form)).toEqual([]);
  const accepted = await site.postForm("/pre-loi-assessment", assessment);
  const result = await site.request(accepted.headers.get("location")?.split("#")[0] ?? "");
  expect(result.status).toBe(200);
  expect(await validate(await result.text())).toEqual([]);
});

it("the validator reports invalid HTML", async () => {
  expect(
    await validate("<!doctype html><html lang=en><title>x</title><p id=a></p><ul><div id=a></div></ul>"),
  ).not.toEqual([]);
});

async function linkToAttendeePage(): Promise<string> {
  const event = anEvent({ startsAt: new Date(Date.now() + 86_400_000), seatsTaken: 1, lastPlaceNumber: 1 });
  const { id: eventId } = await site.db
    .insertInto("events")
    .values(event)
    .returning("id")
    .executeTakeFirstOrThrow();
  const { placeKey } = await site.db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ state: "seat", placeNumber: 1, eventId, email: "ada@example.com" }))
    .returning("placeKey")
    .executeTakeFirstOrThrow();
  return attendeePath(placeKey);
}

/** A sign-up without a form token, which has to be confirmed. */
async function linkToConfirmation(): Promise<string> {
  await site.postJson("/functions/v1/linkedin-live-signup", { name: "Ada Byron", email: "ada@example.com" });
  const { id } = await site.db.selectFrom("quarantinedSubmissions").select("id").executeTakeFirstOrThrow();
  return confirmPath(createSpamCheckKeys(testKeyRing).issueConfirmationToken(id, new Date()));
}

async function linkToPreferences(): Promise<string> {
  const { preferencesKey } = await site.db
    .insertInto("letters")
    .values({
      kind: "event-place",
      recipient: "ada@example.com",
      about: null,
      state: "kept",
      settledAt: new Date(),
    })
    .returning("preferencesKey")
    .executeTakeFirstOrThrow();
  return preferencesPath(preferencesKey);
}
