import type { ChannelConsent, PersonConsent } from "#app/intake/consent/find-consent.server.ts";

/** The channels of consent. */
export type Channel = keyof PersonConsent;
export const channels = ["email", "phone"] as const satisfies readonly Channel[];
export type { ChannelConsent };

/** The effects of an opt-out. */
export const withdrawnTexts = {
  email:
    "By email: no articles or invitations. Event reminders and announcements of the next date stop too. Other emails about a seat they hold are still sent.",
  phone:
    "By phone: no more calls. Tell everyone who makes calls: earlier notification emails may still say that calling is fine.",
} as const satisfies Record<Channel, string>;

/** The effects of newly recorded consent. */
export const givenTexts = {
  email: "By email: articles and invitations. Event reminders and announcements of the next date resume too.",
  phone: "By phone: calls about planning an exit.",
} as const satisfies Record<Channel, string>;
