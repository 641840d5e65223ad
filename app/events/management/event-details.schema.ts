import * as z from "zod/mini";
import { benefitCards } from "#app/events/schedule/live-event.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { eventLimits } from "./event-limits.ts";

/** A host of this event alone. Regulation requires the statement of a guest (17 CFR 275.206(4)-1), so an event is not saved without it. */
const hostSchema = z
  .object({
    name: line(maximumLength.name),
    role: line(maximumLength.name),
    biography: line(eventLimits.biography),
    isGuest: z.boolean(),
    ties: z.nullable(line(eventLimits.biography)),
  })
  .check(
    z.refine(({ isGuest, ties }) => !isGuest || (ties !== null && statesTies(ties)), {
      path: ["ties"],
      error: "must state whether the guest is a client, what anyone is paid, and referrals",
    }),
  );

/** A topic without a description is in emails and the calendar entry. Described topics are the cards of the sign-up page. */
const topicSchema = z.object({
  title: line(eventLimits.topic),
  description: optionalLine(eventLimits.summary),
});

const cardsMessage = `must describe none or ${benefitCards}, because the sign-up page has ${benefitCards} cards`;

/** Whether a statement covers everything that must be disclosed about a guest. */
export function statesTies(statement: string): boolean {
  return [/\bclients?\b/i, /\b(?:paid|pay|pays|compensat\w*)\b/i, /\brefer\w*/i].every((word) =>
    word.test(statement),
  );
}

function countDescribed(topics: readonly { description: string }[]): number {
  return topics.filter(({ description }) => description !== "").length;
}

/** The editable details of an event, for the command and the staff area. */
export const eventDetailsSchema = z.object({
  title: line(maximumLength.name),
  /** Local time in the event's time zone. */
  start: z
    .string()
    .check(
      z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "must be a time like 2026-12-10T12:00"),
      z.refine(isTime, "must be a time that exists"),
    ),
  timeZone: z.string().check(z.refine(isTimeZone, "must be an IANA time zone, e.g. America/Chicago")),
  durationMinutes: z
    .int("must be a whole number of minutes")
    .check(z.gte(5, "must be 5 minutes or more"), z.lte(600, "must be 600 minutes or less")),
  capacity: z
    .int("must be a whole number of seats")
    .check(z.gte(1, "must be 1 seat or more"), z.lte(100_000, "must be 100000 seats or less")),
  /** One sentence or two in place of the standard text. */
  summary: z.nullable(line(eventLimits.summary)),
  /** Keys of hosts in `content/live-event.ts`. */
  hosts: z.array(z.string()),
  ownHosts: z
    .array(hostSchema)
    .check(z.maxLength(eventLimits.ownHosts, `must be ${eventLimits.ownHosts} hosts or fewer`)),
  topics: z.array(topicSchema).check(
    z.maxLength(eventLimits.topics, `must be ${eventLimits.topics} topics or fewer`),
    z.refine((topics) => [0, benefitCards].includes(countDescribed(topics)), cardsMessage),
  ),
  joinUrl: z.url({ protocol: /^https$/, error: "must be a full https:// address" }).check(
    oneLine(),
    // In `https://zoom.us@other.example`, the part that people read is not the host.
    z.refine((url) => !hasUserInformation(url), "must not contain a user name or password"),
  ),
});

function hasUserInformation(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username + url.password !== "";
}

export type EventDetails = z.infer<typeof eventDetailsSchema>;

/** One line that is not empty. */
function line(maximum: number) {
  return optionalLine(maximum).check(z.minLength(1, "must not be empty"));
}

function optionalLine(maximum: number) {
  return z
    .string()
    .check(z.trim(), z.maxLength(maximum, `must have at most ${maximum} characters`), oneLine());
}

/** Rejects control characters: line breaks, and NUL, which PostgreSQL cannot store. */
function oneLine() {
  return z.refine<string>((text) => !/\p{Cc}/u.test(text), "must be one line");
}

function isTime(text: string): boolean {
  return (
    text >= "2000" &&
    !Number.isNaN(Date.parse(`${text}Z`)) &&
    new Date(`${text}Z`).toISOString().startsWith(text)
  );
}

function isTimeZone(value: string): boolean {
  return Intl.supportedValuesOf("timeZone").includes(value);
}
