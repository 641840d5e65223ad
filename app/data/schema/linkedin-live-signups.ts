import type { Generated, GeneratedAlways } from "kysely";

/**
 * Table `linkedin_live_signups`: one row per sign-up for a live event, or for word of the next one.
 * Owner: events. Personal data: name, e-mail, telephone number, and what the person asks.
 * Kept until the person asks for erasure or the practice removes it.
 */
export type LinkedinLiveSignupsTable = {
  id: Generated<string>;
  name: string;
  email: string;
  phone: string | null;
  questions: string | null;
  topics: string | null;
  createdAt: Generated<Date>;
  eventId: string | null;
  state: SignupState;
  placeNumber: number | null;
  stateSince: Generated<Date>;
  placeKey: Generated<string>;
  /** Null: nobody has said. */
  attended: Generated<boolean | null>;
  /** Keyed digest of the network address; null once the mailbox is confirmed or staff accepted the sign-up. */
  unconfirmedAddressKey: Generated<string | null>;
  /** Keyed digest of the mailbox behind the address; null like the key of the network address. */
  unconfirmedMailboxKey: Generated<string | null>;
  /** Keyed digest of the mailbox, also after confirmation; null for places from before this column existed. */
  mailboxKey: Generated<string | null>;
  /** Made by the database. */
  searchable: GeneratedAlways<string>;
};

/**
 * `seat` and `waiting` hold a place, `cancelled` gave it up, or the wish. `next-date` wants to be told of the next event, `told` was.
 * `repeat`: the address had a place already; what was typed is kept and holds nothing.
 */
export type SignupState = "seat" | "waiting" | "cancelled" | "next-date" | "told" | "repeat";
