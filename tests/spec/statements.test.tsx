import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { listArticles } from "#app/pages/articles.ts";
import { contentPages, documentPages } from "#app/pages/content-pages.ts";
import { AssessmentForm } from "#app/assessments/form/assessment-form.tsx";
import { EventSignupPage } from "#app/events/signup-page/event-signup-page.tsx";
import { createSignupView } from "#app/events/signup-page/event-view.ts";
import { ManufacturerSalePage } from "#app/site/guides/manufacturer-sale-page.tsx";
import { SevenStepsPage } from "#app/site/guides/seven-steps-page.tsx";
import { ReviewsPage } from "#app/site/reviews/reviews-page.tsx";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import { aLiveEvent, readEventsAt } from "#tests/kit/an-event.ts";
import { homePage } from "./home-page.tsx";
import { wordsOf } from "./markup.ts";
import { articleScreen, contentScreen, documentScreen, faqsScreen } from "./screens.tsx";

const upcoming = aLiveEvent({ seatsTaken: 0 });
const scripts = { loader: "/l.js", island: "/i.js" };
const eventPage = wordsOf(
  renderToStaticMarkup(
    <EventSignupPage
      view={createSignupView(readEventsAt(new Date("2026-11-22T12:00:00Z"), [upcoming]))}
      years={32}
      scripts={scripts}
      form={{ formToken: "token" }}
    />,
  ),
);
const assessmentPage = wordsOf(renderToStaticMarkup(<AssessmentForm formToken="token" />));

/** The text of each page, by path. */
const said = new Map<string, string>([
  ["/", wordsOf(homePage())],
  ["/faqs", wordsOf(faqsScreen())],
  ["/reviews", wordsOf(renderToStaticMarkup(<ReviewsPage scripts={scripts} />))],
  ["/seven-steps", wordsOf(renderToStaticMarkup(<SevenStepsPage />))],
  ["/manufacturer-sale", wordsOf(renderToStaticMarkup(<ManufacturerSalePage promoted={undefined} />))],
  ["/linkedin-live-signup", eventPage],
  ["/pre-loi-assessment", assessmentPage],
  ...contentPages.map(({ path }) => [path, wordsOf(contentScreen(path))] as const),
  ...Object.values(documentPages).map(({ path }) => [path, wordsOf(documentScreen(path))] as const),
  ...listArticles().map(({ path, slug }) => [path, wordsOf(articleScreen(slug).html)] as const),
]);

describe.each([...said])("%s", (_, words) => {
  test.each([
    [
      "that we receive nothing from others, because the custodian provides services (Form ADV Part 2A, Item 12)",
      /no(?:body| one) else (?:does|pays)|paid by you alone|clients alone pay|Only our clients pay us/i,
    ],
    ["that we have nothing to sell", /nothing to sell/i],
    ["that the fiduciary duty applies only at meetings", /at every meeting/i],
    ["that we disclose client names (privacy notice, Part B)", /names of (?:two|some) (?:owners|clients)/i],
    ["that we follow up without consent", /may follow up|may reply to them/i],
    ["that nothing is recorded, because communications are archived", /no recordings/i],
  ])("does not say %s", (_what, claim) => {
    expect(words).not.toMatch(claim);
  });
});

describe("instead of these claims", () => {
  test.each([
    ["/", "Our custodian also gives us free software and a service desk; see Form CRS"],
    ["/", "We are bound by law to act in your best interest for as long as we advise you."],
    [
      "/faqs",
      "The custodian gives us software and a service desk without charge. It is the only benefit we receive from anyone but clients",
    ],
    [
      "/about",
      "Our fees come only from our clients. The custodian gives us software and a service desk without charge",
    ],
    [
      "/form-adv-part-2a/text",
      "Our fees come only from our clients. Item 12 describes what the custodian gives us",
    ],
    ["/form-adv-part-2a/text", "trading and reporting software and a service desk without charge"],
    ["/form-crs", "The custodian gives us software and a service desk without charge"],
    ["/reviews", "We name a client only with that client’s written consent."],
    [
      "/privacy-policy",
      "your name and that you are or were a client, only with your separate written consent",
    ],
    [
      "/linkedin-live-signup",
      "Afterward we contact you about anything else only if you check a box in the form.",
    ],
    ["/pre-loi-assessment", "We contact you about anything else only if you check a box in this form."],
    ["/linkedin-live-signup", "no prerecorded calls"],
    ["/pre-loi-assessment", "no prerecorded calls"],
  ])("%s says: %s", (path, words) => {
    expect(said.get(path)).toContain(words);
  });
});

// Tex. Bus. & Com. Code § 541.053.
describe("the appeal process in the privacy notice", () => {
  const notice = said.get("/privacy-policy") ?? "";

  test.each([
    "If we decline a request, we tell you why",
    "within a reasonable time after our decision",
    "in writing within 60 days after we receive your appeal",
    "the reasons",
    "file a complaint with the Texas Attorney General",
    "Tex. Bus. & Com. Code § 541.053",
  ])("says: %s", (words) => {
    expect(notice).toContain(words);
  });

  test("links to the Attorney General's complaint form", () => {
    expect(documentScreen("/privacy-policy")).toContain(
      'href="https://www.texasattorneygeneral.gov/consumer-protection/file-consumer-complaint"',
    );
  });
});

// 17 CFR 275.206(4)-1(b)(1).
describe("a guest host", () => {
  const guests = liveEvent.hosts.filter(({ name }) => name !== practice.advisor.name);

  test.each(guests)("$name has disclosed ties in the introduction", ({ biography, ties }) => {
    expect(ties).toMatch(/not a client/i);
    expect(ties).toMatch(/paid/);
    expect(ties).toMatch(/referral/);
    expect(eventPage).toContain(`${biography} ${ties}`);
  });

  test("is present", () => {
    expect(guests).not.toHaveLength(0);
  });
});
