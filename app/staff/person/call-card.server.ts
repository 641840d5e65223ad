import { highestScore, type Level, parseLevel, weakAnswers } from "#app/assessments/questions/score.ts";
import { type ChannelConsent, shellName } from "#app/intake/consent/find-consent.server.ts";
import { formNames } from "#app/intake/quarantine/quarantine-names.messages.ts";
import { describeUndeliverable } from "#app/email/bounces/undeliverable.messages.ts";
import { articles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import type { PersonExport } from "#app/people/export/export-person.server.ts";
import { momentIn, monthDayIn, shortDayIn, weekdayIn } from "#app/platform/calendar/zoned-time.ts";
import { callAddress } from "#app/staff/paths/contact-links.ts";
import { practice } from "#content/practice.ts";
import { callTexts, signupStates } from "./person.messages.ts";
import { lastPagesRead } from "./visit-activity.ts";

/** What a caller needs to know: whether calls are allowed, and what the person has told the firm and read. */
export type CallCard = {
  phone: { text: string; href: string | undefined } | undefined;
  consent: { isAllowed: boolean; title: string; evidence: string };
  assessment: { score: string; level: Level; weakest: readonly WeakAnswer[] } | undefined;
  question: { heading: string; text: string; place: string } | undefined;
  lastPages: readonly { name: string; detail: string }[];
  /** Why no email should be written; undefined if email can be delivered. */
  noEmail: string | undefined;
};

/** An answer with 1 or 2 of 3 points. */
export type WeakAnswer = { topic: string; answer: string; score: number };

const maxAnswers = 3;
const maxPages = 3;

/** @param person everything about the person, oldest first */
export function viewCallCard(person: PersonExport, now: Date): CallCard {
  const consent = describeCallConsent(person);
  const phone = [...person.assessments, ...person.signUps]
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .findLast((form) => form.phone !== null)?.phone;
  const mark = person.undeliverableAddresses.find(({ email }) => email === person.email);
  return {
    noEmail: mark && describeUndeliverable(mark.since),
    consent,
    // Without consent, the number is plain text so that it is not dialed by accident.
    phone:
      phone === undefined || phone === null
        ? undefined
        : { text: phone, href: consent.isAllowed ? callAddress(phone) : undefined },
    assessment: describeAssessment(person),
    question: describeQuestion(person, now),
    lastPages: lastPagesRead(person.events, maxPages).map(({ url, at, detail }) => ({
      name: getPageName(url),
      detail: [weekdayIn(practice.timeZone, at), monthDayIn(practice.timeZone, at), ...detail].join(", "),
    })),
  };
}

function describeCallConsent({ consent, consentReceipts }: PersonExport): CallCard["consent"] {
  const { phone } = consent;
  const refuse = (title: string, evidence: string) => ({ isAllowed: false, title, evidence });
  switch (phone.state) {
    case "not-asked":
      return refuse(callTexts.notAsked, callTexts.withoutBox);
    case "no":
      return refuse(callTexts.notAllowed, callTexts.unchecked);
    case "opted-out":
      return refuse(callTexts.notAllowed, callTexts.optedOut(shortDayIn(practice.timeZone, phone.at)));
    case "yes":
      return { isAllowed: true, title: callTexts.allowed, evidence: describeReceipt(phone, consentReceipts) };
  }
}

/** “Assessment, Nov 21, 2026, 4:40 PM CST, wording of 2026-11-21.” */
function describeReceipt(
  given: Extract<ChannelConsent, { state: "yes" }>,
  receipts: PersonExport["consentReceipts"],
): string {
  const receipt = receipts.findLast(
    ({ byPhone, givenAt }) => byPhone && givenAt.getTime() === given.at.getTime(),
  );
  const parts = [
    receipt?.form ? formNames[receipt.form] : undefined,
    given.recordedBy === null || given.recordedBy === shellName ? undefined : given.recordedBy,
    momentIn(practice.timeZone, given.at),
    receipt?.wordingVersion ? callTexts.wording(receipt.wordingVersion) : undefined,
  ];
  return `${parts.filter((part) => part !== undefined).join(", ")}.`;
}

/** The result and the weakest answers of the latest assessment. */
function describeAssessment({ assessments }: PersonExport): CallCard["assessment"] {
  const latest = assessments.at(-1);
  if (latest === undefined) return undefined;
  const weakest = weakAnswers(latest)
    .slice(0, maxAnswers)
    .map(({ question, option }) => ({ topic: question.topic, answer: option.label, score: option.score }));
  return { score: `${latest.score}/${highestScore}`, level: parseLevel(latest.scoreLevel), weakest };
}

/** The question for the next event, or else for the latest one. */
function describeQuestion({ signUps }: PersonExport, now: Date): CallCard["question"] {
  const asked = signUps.filter(({ questions: text }) => text !== null && text.trim() !== "");
  const signUp = asked.find(({ startsAt }) => startsAt !== null && startsAt > now) ?? asked.at(-1);
  if (signUp === undefined) return undefined;
  const { questions: text, startsAt, timeZone, state, placeNumber } = signUp;
  const day = startsAt === null ? undefined : monthDayIn(timeZone ?? practice.timeZone, startsAt);
  const number = placeNumber === null ? "" : `, no. ${placeNumber}`;
  return {
    heading: day === undefined ? callTexts.question : callTexts.questionFor(day),
    text: text ?? "",
    place: `${signupStates[state]}${number}`,
  };
}

/** The name of a page; the URL itself if the page no longer exists. */
function getPageName(url: string): string {
  const [path] = url.split(/[?#]/);
  const page = [...registeredPages, ...articles].find((each) => each.path === path);
  return page === undefined ? url : (page.name ?? page.title);
}
