import { addToHour, countOfHour } from "#app/data/rate-limits/rate-limits.server.ts";
import type { RawBuilder } from "kysely";

const key = "unconfirmed-messages";

/** The number of messages to unconfirmed mailboxes that the site claimed for delivery in this hour. */
export const unconfirmedMessagesThisHour = countOfHour(key);

/** A statement for the caller's `with` clause that counts claimed messages. @param rows one row per message */
export function countUnconfirmedMessages(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return addToHour(key, rows);
}
