import * as z from "zod/mini";
import { documentNames, promoterKindNames } from "#app/compliance/records/records.messages.ts";
import type { PromoterKind, RegulatoryDocument } from "#app/compliance/records/records.messages.ts";
import { hasInvisibleCharacters } from "#app/intake/form/contact.schema.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { isWebUrl } from "#app/platform/text/web-url.ts";
import { recordsErrors } from "./records.messages.ts";

/** The forms of the screen, by the value of their button. */
export const recordsIntents = ["filing", "hold", "release", "promoter"] as const;
export type RecordsIntent = (typeof recordsIntents)[number];

function text(error: string, most: number = maximumLength.freeText) {
  return z.string({ error }).check(
    z.trim(),
    z.minLength(1, { error }),
    z.maxLength(most, { error }),
    z.refine((value) => !hasInvisibleCharacters(value), { error }),
  );
}

/** An empty field is null. */
function optional(error: string, isValid: (value: string) => boolean) {
  return z.pipe(
    z.string({ error }).check(
      z.trim(),
      z.refine((value) => value === "" || isValid(value), { error }),
    ),
    z.transform((value: string) => (value === "" ? null : value)),
  );
}

/** A box that is not checked is not posted. */
const box = z.pipe(
  z.optional(z.string()),
  z.transform((value: string | undefined) => value === "yes"),
);

/** An entry cannot contain a day and withdraw it. */
function dayOrBox<Day extends string, Box extends string>(day: Day, withdraws: Box) {
  return z.refine<Record<Day, string | null> & Record<Box, boolean>>(
    (filing) => filing[day] === null || !filing[withdraws],
    { error: recordsErrors.dayAndBox, path: [day] },
  );
}

const note = optional(
  recordsErrors.text,
  (value) => value.length <= maximumLength.freeText && !hasInvisibleCharacters(value),
);

/** The schemas of the forms. @param today ISO date in the firm's time zone */
export function createRecordsSchemas(today: string) {
  const pastDay = optional(recordsErrors.day, (value) => isDay(value) && value <= today);
  return {
    filing: z
      .object({
        document: z.enum(namesOf<RegulatoryDocument>(documentNames), { error: recordsErrors.document }),
        versionOn: z
          .string({ error: recordsErrors.dayMissing })
          .check(z.refine(isDay, { error: recordsErrors.dayMissing })),
        inaccurateOn: pastDay,
        filedOn: pastDay,
        postedOn: pastDay,
        deliveredOn: pastDay,
        withdrawsInaccuracy: box,
        withdrawsFiling: box,
        withdrawsPosting: box,
        withdrawsDelivery: box,
        note,
      })
      .check(
        dayOrBox("inaccurateOn", "withdrawsInaccuracy"),
        dayOrBox("filedOn", "withdrawsFiling"),
        dayOrBox("postedOn", "withdrawsPosting"),
        dayOrBox("deliveredOn", "withdrawsDelivery"),
      ),
    hold: z.object({ holdReason: text(recordsErrors.text) }),
    release: z.object({
      hold: z.string().check(z.regex(/^\d{1,9}$/)),
      releaseReason: text(recordsErrors.text),
    }),
    promoter: z.object({
      kind: z.enum(namesOf<PromoterKind>(promoterKindNames), { error: recordsErrors.kind }),
      name: text(recordsErrors.short, maximumLength.name),
      agreedOn: pastDay,
      compensation: text(recordsErrors.short, maximumLength.name),
      disclosedOn: pastDay,
      evidenceUrl: optional(recordsErrors.url, isWebUrl),
      promoterNote: note,
    }),
  };
}

function namesOf<Name extends string>(names: Record<Name, string>): [Name, ...Name[]] {
  // The keys of the table are its names, which the language does not express.
  return Object.keys(names) as [Name, ...Name[]];
}
