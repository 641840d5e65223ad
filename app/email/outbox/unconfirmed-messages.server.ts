import { addToHour, countOfHour } from "#app/data/rate-limits/rate-limits.server.ts";
import {
  maxFurtherMessagesPerHour,
  maxFurtherMessagesWithoutTokenPerHour,
  maxMessagesWithoutTokenPerHour,
  maxUnconfirmedMessagesPerHour,
  reservedMessagesPerSender,
} from "#app/platform/limits.ts";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";

/** A number of messages to unconfirmed mailboxes that the site claims for delivery in an hour. */
type Budget = { key: string; most: number };

const all: Budget = { key: "unconfirmed-messages", most: maxUnconfirmedMessagesPerHour };
const withoutToken: Budget = {
  key: "unconfirmed-messages-without-token",
  most: maxMessagesWithoutTokenPerHour,
};
const further: Budget = { key: "further-unconfirmed-messages", most: maxFurtherMessagesPerHour };
const furtherWithoutToken: Budget = {
  key: "further-unconfirmed-messages-without-token",
  most: maxFurtherMessagesWithoutTokenPerHour,
};

export type UnconfirmedGroup = {
  hasFormToken: boolean;
  /** Whether they come after the first messages of their sender. */
  isFurther: boolean;
  /** Those that limit the group, and toward which it counts. */
  budgets: readonly Budget[];
};

/** In the order of delivery. */
export const unconfirmedGroups: readonly UnconfirmedGroup[] = [
  { hasFormToken: true, isFurther: false, budgets: [all] },
  { hasFormToken: true, isFurther: true, budgets: [all, further] },
  { hasFormToken: false, isFurther: false, budgets: [all, withoutToken] },
  { hasFormToken: false, isFurther: true, budgets: [all, withoutToken, further, furtherWithoutToken] },
];

/** The number of messages to unconfirmed mailboxes that the site claimed for delivery in this hour. */
export function unconfirmedMessagesThisHour(now?: RawBuilder<Date>): RawBuilder<number> {
  return countOfHour(all.key, now);
}

export function leftOfBudget({ key, most }: Budget, now: RawBuilder<Date>): RawBuilder<number> {
  return sql`${most}::int - ${countOfHour(key, now)}`;
}

/** A condition on a new message to an unconfirmed mailbox: none of its budgets is used up. */
export function isWithinBudgets(now: RawBuilder<Date>): RawBuilder<boolean> {
  const conditions = unconfirmedGroups.map(({ hasFormToken, isFurther, budgets }) => {
    const left = budgets.map((budget) => sql`${leftOfBudget(budget, now)} > 0`);
    return sql`has_form_token = ${hasFormToken} and ${isNumbered(isFurther)} and ${sql.join(left, sql` and `)}`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Whether a message comes after the first messages of its sender. */
export function isNumbered(isFurther: boolean): RawBuilder<boolean> {
  return sql<boolean>`sender_message_number ${isFurther ? sql`>` : sql`<=`} ${reservedMessagesPerSender}`;
}

/** A statement for the caller's `with` clause that counts claimed messages. @param rows one row per message */
export function countToward(
  { key }: Budget,
  rows: RawBuilder<unknown>,
  now: RawBuilder<Date>,
): RawBuilder<unknown> {
  return addToHour(key, rows, now);
}
