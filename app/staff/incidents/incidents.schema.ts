import * as z from "zod/mini";
import {
  incidentKindNames,
  incidentStateNames,
  statesOfKind,
} from "#app/compliance/incidents/incident.messages.ts";
import type { IncidentKind, IncidentState } from "#app/compliance/incidents/incident.messages.ts";
import { hasInvisibleCharacters } from "#app/intake/form/contact.schema.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { incidentErrors } from "./incidents.messages.ts";

const text = z.string({ error: incidentErrors.text }).check(
  z.trim(),
  z.minLength(1, { error: incidentErrors.text }),
  z.maxLength(maximumLength.freeText, { error: incidentErrors.text }),
  z.refine((value) => !hasInvisibleCharacters(value), { error: incidentErrors.text }),
);
const day = z.string({ error: incidentErrors.day }).check(z.refine(isDay, { error: incidentErrors.day }));
const dayOfRange = z
  .string({ error: incidentErrors.range })
  .check(z.refine(isDay, { error: incidentErrors.range }));

/** A new entry. @param today ISO date in the firm's time zone @param kinds those that the person can add */
export function createIncidentSchema(today: string, kinds: Readonly<Record<string, string>>) {
  return z.object({
    kind: z
      .enum(namesOf<IncidentKind>(incidentKindNames), { error: incidentErrors.kind })
      .check(z.refine((kind) => kind in kinds, { error: incidentErrors.kind })),
    discoveredOn: day.check(z.refine((value) => value <= today, { error: incidentErrors.day })),
    description: text,
  });
}

export function createNoteSchema(kind: IncidentKind) {
  return z.object({
    revision: z.string().check(z.regex(/^\d{1,9}$/)),
    state: z
      .enum(namesOf<IncidentState>(incidentStateNames), { error: incidentErrors.state })
      .check(z.refine((state) => state in statesOfKind[kind], { error: incidentErrors.state })),
    note: text,
  });
}

/** Whose access affects people: an account or a network address, and the days, both inclusive. */
export const accessSchema = z
  .object({
    who: z.string({ error: incidentErrors.who }).check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(maximumLength.email),
      z.regex(whoPattern(), { error: incidentErrors.who }),
      z.refine((value) => !hasInvisibleCharacters(value), { error: incidentErrors.who }),
    ),
    from: dayOfRange,
    to: dayOfRange,
  })
  .check(z.refine(({ from, to }) => from <= to, { error: incidentErrors.range, path: ["to"] }));

/** An address with @, or the characters of a network address of both versions. */
function whoPattern(): RegExp {
  return /^(?:[^\s@]+@[^\s@]+|[\d.]{7,15}|[\da-f.]*:[\da-f:.]*)$/;
}

/** @returns the condition on the audit log */
export function toActor(who: string): { account: string } | { network: string } {
  return who.includes("@") ? { account: who } : { network: who };
}

function namesOf<Name extends string>(names: Record<Name, string>): [Name, ...Name[]] {
  // The keys of the table are its names, which the language does not express.
  return Object.keys(names) as [Name, ...Name[]];
}
