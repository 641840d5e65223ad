import { addToHour, countOfHour } from "#app/data/rate-limits/rate-limits.server.ts";
import type { RawBuilder } from "kysely";

const key = "unconfirmed-messages";
const withoutTokenKey = "unconfirmed-messages-without-token";

/** The number of messages to unconfirmed mailboxes that the site claimed for delivery in this hour. */
export function unconfirmedMessagesThisHour(now?: RawBuilder<Date>): RawBuilder<number> {
  return countOfHour(key, now);
}

/** The part of them that submissions without a valid form token caused. */
export function messagesWithoutTokenThisHour(now?: RawBuilder<Date>): RawBuilder<number> {
  return countOfHour(withoutTokenKey, now);
}

/** A statement for the caller's `with` clause that counts claimed messages. @param rows one row per message */
export function countUnconfirmedMessages(
  rows: RawBuilder<unknown>,
  now: RawBuilder<Date>,
): RawBuilder<unknown> {
  return addToHour(key, rows, now);
}

/** Counts, in addition, claimed messages that submissions without a valid form token caused. @param rows one row per message */
export function countMessagesWithoutToken(
  rows: RawBuilder<unknown>,
  now: RawBuilder<Date>,
): RawBuilder<unknown> {
  return addToHour(withoutTokenKey, rows, now);
}
