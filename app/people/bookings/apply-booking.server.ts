import { type Kysely, sql, type Transaction } from "kysely";
import type { StaffActor } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { keepValues } from "#app/people/follow-up/change-people.server.ts";
import { findPersonRecord, type PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { type FollowUp, saveToRecord } from "#app/people/follow-up/save-follow-up.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { firmDay } from "#app/people/queue/queue-days.ts";
import { bookingMessages } from "./booking.messages.ts";

export type BookingDeps = { db: Kysely<Database>; clock: Clock; persons: PersonKeys };

type Change = Pick<FollowUp, "status" | "nextStep" | "nextStepOn">;

/**
 * Updates the record of a person after an appointment was booked or canceled, in a transaction that has locked the person. A client stays a
 * client. A cancellation keeps the status. It adds a next step only if the person has no other upcoming booking, and never replaces a step that
 * staff have set.
 * @param actor the colleague who assigned the booking; by default the change is the scheduler's
 */
export async function applyBooking(
  deps: Pick<BookingDeps, "clock" | "persons">,
  trx: Transaction<Database>,
  email: string,
  event: "booked" | "canceled",
  actor: StaffActor | { kind: "nobody" } = { kind: "nobody" },
): Promise<void> {
  const record = await findPersonRecord(trx, email);
  if (record === undefined) return;
  const now = deps.clock.now();
  // The canceled booking is no longer among the upcoming ones.
  if (event === "canceled" && (await hasUpcomingBooking(trx, email, now))) return;
  const change = event === "booked" ? afterBooking(record) : afterCancellation(record, now);
  const wanted = { ...keepValues(record), ...change, revision: record.revision };
  await saveToRecord({ ...deps, actor }, trx, { email, record }, wanted);
}

/** Removes the next step of an earlier cancellation, because the person has booked again. */
function afterBooking({ status, nextStep, nextStepOn }: PersonRecord): Change {
  const isAnswered = nextStep === bookingMessages.canceledStep;
  return {
    status: status === "client" ? status : "booked",
    nextStep: isAnswered ? null : nextStep,
    nextStepOn: isAnswered ? null : nextStepOn,
  };
}

function afterCancellation({ status, nextStep, nextStepOn }: PersonRecord, now: Date): Change {
  return nextStep === null && status !== "not-a-fit"
    ? { status, nextStep: bookingMessages.canceledStep, nextStepOn: firmDay(now) }
    : { status, nextStep, nextStepOn };
}

async function hasUpcomingBooking(trx: Transaction<Database>, email: string, now: Date): Promise<boolean> {
  const found = await trx
    .selectFrom("bookings")
    .select("uid")
    .where(sql<boolean>`person_email in (select addresses_of_person(${email}))`)
    .where("state", "=", "booked")
    .where("startsAt", ">", now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
