import * as z from "zod/mini";
import { maximumLength } from "#app/platform/limits.ts";

/** The editable details of an event, for the command and the staff area. */
export const eventDetailsSchema = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "must not be empty"),
      z.maxLength(maximumLength.name, `must have at most ${maximumLength.name} characters`),
      oneLine(),
    ),
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
  hosts: z.array(z.string()).check(z.minLength(1, "must name a host")),
  topics: z.array(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "must not be empty"),
        z.maxLength(200, "must have at most 200 characters"),
        oneLine(),
      ),
  ),
  joinUrl: z.url({ protocol: /^https$/, error: "must be a full https:// address" }).check(oneLine()),
});

export type EventDetails = z.infer<typeof eventDetailsSchema>;

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
