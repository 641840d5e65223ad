import type { ColumnType, Generated } from "kysely";

/**
 * Table `events`: past and upcoming live events. Owner: events. Personal data: the published names, roles and biographies of hosts.
 * Kept as part of the firm's records.
 */
export type EventsTable = {
  id: Generated<string>;
  title: string;
  startsAt: Date;
  timeZone: string;
  durationMinutes: number;
  capacity: number;
  /** Keys of hosts in `content/live-event.ts`. */
  hosts: string[];
  topics: string[];
  joinUrl: string;
  state: Generated<EventState>;
  sequence: Generated<number>;
  seatsTaken: Generated<number>;
  lastPlaceNumber: Generated<number>;
  dayReminderFor: Date | null;
  hourReminderFor: Date | null;
  createdAt: Generated<Date>;
  revision: Generated<number>;
  /** One expiry time per seat reserved until a mailbox is confirmed. A past time reserves no seat. */
  seatsHeldUntil: Generated<Date[]>;
  /** Null for the standard text. */
  summary: Generated<string | null>;
  ownHosts: OwnHosts;
  /** By position in `topics`. A missing or empty entry is a topic without a description. */
  topicDescriptions: Generated<string[]>;
  /** Null for a scheduled event, and for one that an earlier release canceled. */
  canceledAt: Date | null;
  /** What staff added to the email about the cancellation, in plain text. */
  cancellationNote: string | null;
};

/** The hosts of one event alone. Written as JSON text. */
export type OwnHosts = ColumnType<EventHost[], string | undefined, string>;

/** A host who is described with the event, because `content/live-event.ts` does not contain the person. */
export type EventHost = {
  name: string;
  role: string;
  biography: string;
  isGuest: boolean;
  /** Of a guest: whether they are a client, what anyone is paid, and referrals (17 CFR 275.206(4)-1). */
  ties: string | null;
};

export type EventState = "scheduled" | "cancelled";
