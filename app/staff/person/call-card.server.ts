import { highestScore, type Level, parseLevel, weakAnswers } from "#app/assessments/questions/score.ts";
import { type ChannelConsent, shellName } from "#app/intake/consent/find-consent.server.ts";
import { formNames } from "#app/intake/quarantine/quarantine-names.messages.ts";
import { describeUndeliverable } from "#app/email/bounces/undeliverable.messages.ts";
import { listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import type { PersonData } from "#app/people/export/load-person.server.ts";
import { momentIn, monthDayIn, shortDayIn, weekdayIn } from "#app/platform/calendar/zoned-time.ts";
import { callAddress, isSameNumber } from "#app/staff/paths/contact-links.ts";
import { practice } from "#content/practice.ts";
import { callTexts, signupStates } from "./person.messages.ts";
import { lastPagesRead } from "./visit-activity.ts";

/** What a caller needs to know: whether calls are allowed, and what the person has told the firm and read. */
export type CallCard = {
  phone: { text: string; href: string | undefined } | undefined;
  /** Numbers that the consent to calls does not cover, each with its form. Empty without consent, because then no number can be called. */
  otherNumbers: readonly string[];
  consent: { isAllowed: boolean; title: string; evidence: string };
  /** The next appointment, also while it takes place. */
  appointment: string | undefined;
  assessment:
    | {
        score: string;
        level: Level;
        weakest: readonly WeakAnswer[];
        /** A later result that did not come through our form. */
        later: string | undefined;
      }
    | undefined;
  question: { heading: string; text: string; place: string } | undefined;
  lastPages: readonly { name: string; detail: string }[];
  /** Why no email should be written; undefined if email can be delivered. */
  noEmail: string | undefined;
  /** What an email must not contain; undefined unless the person opted out. */
  emailLimit: string | undefined;
};

/** An answer with 1 or 2 of 3 points. */
export type WeakAnswer = { topic: string; answer: string; score: number };

const maxAnswers = 3;
const maxPages = 3;
/** A stranger can send many forms with one address. */
const maxOtherNumbers = 3;

/** @param person the data of the person, oldest first */
export function viewCallCard(person: PersonData, now: Date): CallCard {
  const consent = describeCallConsent(person);
  const { email, phone, contactPhone } = person.record ?? { ...person, phone: null, contactPhone: null };
  const mark = person.undeliverableAddresses.find((address) => address.email === email);
  return {
    noEmail: mark && describeUndeliverable(mark.since),
    emailLimit: describeEmailOptOut(person),
    consent,
    appointment: describeAppointment(person, now),
    phone: viewPhone(phone, contactPhone, consent.isAllowed),
    otherNumbers: consent.isAllowed ? listOtherNumbers(person, phone) : [],
    assessment: describeAssessment(person),
    question: describeQuestion(person, now),
    lastPages: lastPagesRead(person.events, maxPages).map(({ url, at, detail }) => ({
      name: getPageName(url),
      detail: [weekdayIn(practice.timeZone, at), monthDayIn(practice.timeZone, at), ...detail].join(", "),
    })),
  };
}

/** “Appointment: Tuesday, Dec 1, 2026, 10:00 AM CST” */
function describeAppointment({ bookings }: PersonData, now: Date): string | undefined {
  const [next] = bookings
    .filter(({ state, personEmail, endsAt }) => state === "booked" && personEmail !== null && endsAt > now)
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  if (next === undefined) return undefined;
  const { timeZone } = practice;
  return callTexts.appointment(`${weekdayIn(timeZone, next.startsAt)}, ${momentIn(timeZone, next.startsAt)}`);
}

/** Without consent that covers it, the number is plain text so that it is not dialed by accident. */
function viewPhone(phone: string | null, contactPhone: string | null, isAllowed: boolean): CallCard["phone"] {
  const text = phone ?? contactPhone;
  if (text === null) return undefined;
  return { text, href: isAllowed && phone !== null ? callAddress(phone) : undefined };
}

function describeEmailOptOut({ consent: { email } }: PersonData): string | undefined {
  return email.state === "opted-out"
    ? callTexts.emailOptedOut(shortDayIn(practice.timeZone, email.at))
    : undefined;
}

function describeCallConsent({ consent, decisiveReceipts }: PersonData): CallCard["consent"] {
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
      return {
        isAllowed: true,
        title: callTexts.allowed,
        evidence: describeReceipt(phone, decisiveReceipts),
      };
  }
}

/** “Assessment, Nov 21, 2026, 4:40 PM CST, wording of 2026-11-21.” */
function describeReceipt(
  given: Extract<ChannelConsent, { state: "yes" }>,
  receipts: PersonData["decisiveReceipts"],
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

/** “212 555 0166 (Sign-up, Nov 27, 2026)” for each number that differs from the one that can be called, the latest first. */
function listOtherNumbers({ assessments, signUps, record }: PersonData, phone: string | null): string[] {
  const named = [
    ...assessments.map((form) => ({ ...form, kind: formNames.assessment })),
    ...signUps.map((form) => ({ ...form, kind: formNames["event-signup"] })),
    ...(record === null || record.contactPhoneAt === null
      ? []
      : [{ phone: record.contactPhone, kind: callTexts.enteredByStaff, createdAt: record.contactPhoneAt }]),
  ].toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  const others = new Map<string, string>();
  for (const form of named) {
    if (
      form.phone === null ||
      (phone !== null && isSameNumber(form.phone, phone)) ||
      others.has(form.phone)
    ) {
      continue;
    }
    others.set(
      form.phone,
      callTexts.numberOf(form.phone, form.kind, shortDayIn(practice.timeZone, form.createdAt)),
    );
  }
  return [...others.values()].slice(0, maxOtherNumbers);
}

/**
 * The result and the weakest answers of the latest assessment that came through our form, like the score of the record; otherwise of the
 * latest one.
 */
function describeAssessment({ assessments }: PersonData): CallCard["assessment"] {
  const latest = assessments.at(-1);
  if (latest === undefined) return undefined;
  const shown = assessments.findLast(({ hasFormToken }) => hasFormToken) ?? latest;
  const weakest = weakAnswers(shown)
    .slice(0, maxAnswers)
    .map(({ question, option }) => ({ topic: question.topic, answer: option.label, score: option.score }));
  return {
    score: `${shown.score}/${highestScore}`,
    level: parseLevel(shown.scoreLevel),
    weakest,
    later:
      shown === latest
        ? undefined
        : callTexts.laterResult(
            `${latest.score}/${highestScore}`,
            shortDayIn(practice.timeZone, latest.createdAt),
          ),
  };
}

/** The question for the next event, or else for the latest one. */
function describeQuestion({ signUps }: PersonData, now: Date): CallCard["question"] {
  const asked = signUps.filter(({ questions: text }) => text !== null && text.trim() !== "");
  const upcoming = asked
    .filter(({ startsAt }) => startsAt !== null && startsAt > now)
    .toSorted((one, other) => Number(one.startsAt) - Number(other.startsAt));
  const signUp = upcoming[0] ?? asked.at(-1);
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
  const page = [...registeredPages, ...listArticles()].find((each) => each.path === path);
  return page === undefined ? url : (page.name ?? page.title);
}
