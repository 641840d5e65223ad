import * as z from "zod/mini";
import type { MessageAudience } from "#app/data/schema/event-messages.ts";
import { hasInvisibleCharacters } from "#app/intake/form/contact.schema.ts";
import { maximumLength } from "#app/platform/limits.ts";
import type { MessagePhase } from "./message-phase.ts";
import { fieldErrors } from "./field-errors.messages.ts";

export type { MessageAudience } from "#app/data/schema/event-messages.ts";

/** The values of each template's fields. Empty optional fields are null. */
export const messageSchemas = {
  notice: z.object({ paragraph: requiredText(), link: optionalLink() }),
  "waiting-news": z.object({ paragraph: requiredText() }),
  replay: z.object({ replayUrl: requiredLink(), slidesUrl: optionalLink(), paragraph: optionalText() }),
  missed: z.object({ replayUrl: requiredLink(), paragraph: optionalText() }),
  invitation: z.object({ paragraph: optionalText() }),
};

/** What staff can add to the email about a cancellation. */
export const cancellationSchema = z.object({ paragraph: optionalText() });

export type MessageTemplateKey = keyof typeof messageSchemas;

type MessageTemplate = {
  /** The phases of the event in which each group can get it. */
  offers: Readonly<Partial<Record<MessageAudience, readonly MessagePhase[]>>>;
  /**
   * `none`: the message belongs to the sign-up. `not-opted-out`: left out are people who opted out of email. `required`: only people who
   * agreed to articles and invitations get it.
   */
  consent: "none" | "not-opted-out" | "required";
  /** Whether a person who has received it for an event is left out of the next one, unless staff choose otherwise. */
  isOnce: boolean;
};

/** The approved messages to people of an event. Their wording is in `event-message.email.server.ts`. */
export const messageTemplates = {
  notice: {
    offers: { holders: ["upcoming", "live", "just-cancelled"] },
    consent: "none",
    isOnce: false,
  },
  "waiting-news": {
    // The waiting list closes when the event begins.
    offers: { waiting: ["upcoming"] },
    consent: "none",
    isOnce: false,
  },
  replay: {
    offers: { holders: ["over"], attended: ["over"] },
    consent: "none",
    isOnce: true,
  },
  missed: {
    offers: { "no-shows": ["over"] },
    consent: "not-opted-out",
    isOnce: true,
  },
  invitation: {
    offers: {
      holders: ["over", "just-cancelled", "cancelled"],
      waiting: ["upcoming", "live", "over", "just-cancelled", "cancelled"],
      attended: ["over"],
      "no-shows": ["over"],
    },
    consent: "required",
    isOnce: true,
  },
} as const satisfies Record<MessageTemplateKey, MessageTemplate>;

/** The kind of the emails. Its category decides about opt-outs, the footer and one-click unsubscribe. */
export function getMessageKind<Key extends MessageTemplateKey>(template: Key) {
  return `event-${template}` as const;
}

/** Object.keys returns string[] for every object. */
export const messageTemplateKeys = Object.keys(messageTemplates) as MessageTemplateKey[];

export function isTemplateKey(value: unknown): value is MessageTemplateKey {
  return typeof value === "string" && Object.hasOwn(messageTemplates, value);
}

export const messageAudiences = [
  "holders",
  "waiting",
  "attended",
  "no-shows",
] as const satisfies readonly MessageAudience[];

export function isAudience(value: unknown): value is MessageAudience {
  return messageAudiences.some((audience) => audience === value);
}

/** The groups that can get a template in a phase of the event. */
export function listOffered(template: MessageTemplateKey, phase: MessagePhase): MessageAudience[] {
  const { offers }: MessageTemplate = messageTemplates[template];
  return messageAudiences.filter((audience) => offers[audience]?.includes(phase) === true);
}

/** The fields of a template, in the order of the form. */
export function listMessageFields(
  template: MessageTemplateKey,
): { name: MessageField; isRequired: boolean }[] {
  const { shape } = messageSchemas[template];
  return messageFields.flatMap((name) => {
    if (!Object.hasOwn(shape, name)) return [];
    const field = Object.entries(shape).find(([each]) => each === name)?.[1];
    return [{ name, isRequired: field?.safeParse("").success === false }];
  });
}

export const messageFields = ["replayUrl", "slidesUrl", "link", "paragraph"] as const;
export type MessageField = (typeof messageFields)[number];

/** Paragraphs without markup. */
function requiredText() {
  return text(1);
}

function optionalText() {
  return optional(text(0));
}

function text(minLength: 0 | 1) {
  return z.string({ error: fieldErrors.missingText }).check(
    z.overwrite((typed) => typed.replaceAll(/\r\n?/g, "\n").trim()),
    z.minLength(minLength, { error: fieldErrors.missingText, abort: true }),
    z.maxLength(maximumLength.eventMessage, { error: fieldErrors.textTooLong, abort: true }),
    z.refine((typed) => !hasInvisibleCharacters(typed), { error: fieldErrors.invisibleCharacters }),
  );
}

function requiredLink() {
  return link(1);
}

function optionalLink() {
  return optional(link(0));
}

function link(minLength: 0 | 1) {
  return z.string({ error: fieldErrors.missingLink }).check(
    z.trim(),
    z.minLength(minLength, { error: fieldErrors.missingLink, abort: true }),
    z.maxLength(maximumLength.url, { error: fieldErrors.linkTooLong, abort: true }),
    z.refine((typed) => typed === "" || isPlainLink(typed), { error: fieldErrors.invalidLink, abort: true }),
    // Encodes spaces and quotation marks, which would end the link in the text version.
    z.overwrite((typed) => URL.parse(typed)?.href ?? typed),
  );
}

/** A name in front of the host, such as `https://bank.example@evil.example`, disguises where a link leads. */
function isPlainLink(typed: string): boolean {
  const url = URL.parse(typed);
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "";
}

/** Converts an empty value to null. */
function optional(schema: z.ZodMiniString) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => (value === undefined || value === "" ? null : value)),
  );
}
