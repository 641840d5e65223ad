import type { Generated } from "kysely";

/** Table `events`: past and upcoming live events. Owner: events. Personal data: none. Kept as part of the firm's records. */
export type EventsTable = {
  id: Generated<string>;
  title: string;
  startsAt: Date;
  timeZone: string;
  durationMinutes: number;
  capacity: number;
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
};

export type EventState = "scheduled" | "cancelled";
