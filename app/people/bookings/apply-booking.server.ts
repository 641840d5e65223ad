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

/**
 * Updates the record of a person after an appointment was booked or canceled, in a transaction that has locked the person. A client stays a
 * client, and a cancellation keeps the status. The next step becomes the next appointment.
 * @param actor the colleague who assigned the booking; by default the change is the scheduler's
 */
export async function applyBooking(
  deps: Pick<BookingDeps, "clock" | "persons">,
  trx: Transaction<Database>,
  email: string,
  event: BookingEvent,
  actor: StaffActor | { kind: "nobody" } = { kind: "nobody" },
): Promise<void> {
  const record = await findPersonRecord(trx, email);
  if (record === undefined) return;
  const now = deps.clock.now();
  const startsAt = await findNextAppointment(trx, email, now);
  const isBooked = event === "booked" && record.status !== "client";
  const wanted = {
    ...keepValues(record),
    ...(isBooked ? { status: "booked" as const } : {}),
    ...chooseNextStep(record, { event, startsAt, today: firmDay(now) }),
    revision: record.revision,
  };
  await saveToRecord({ ...deps, actor }, trx, { email, record }, wanted);
}

type BookingEvent = "booked" | "canceled";
type NextStep = Pick<FollowUp, "nextStep" | "nextStepOn">;

/**
 * A step that staff have set is replaced only if it is due when the person books.
 * @param startsAt the next appointment, if any. A canceled booking is no longer one.
 */
function chooseNextStep(
  { status, nextStep, nextStepOn }: PersonRecord,
  { event, startsAt, today }: { event: BookingEvent; startsAt: Date | undefined; today: string },
): NextStep {
  const isOwn = isOwnStep(nextStep);
  const isDue = event === "booked" && nextStepOn !== null && nextStepOn <= today;
  if (startsAt !== undefined && (isOwn || isDue)) {
    return { nextStep: bookingMessages.appointmentStep(startsAt), nextStepOn: firmDay(startsAt) };
  }
  if (event === "canceled" && isOwn) {
    return status === "not-a-fit"
      ? noNextStep
      : { nextStep: bookingMessages.canceledStep, nextStepOn: today };
  }
  // The person has booked again, if only for a time that has passed.
  return nextStep === bookingMessages.canceledStep ? noNextStep : { nextStep, nextStepOn };
}

const noNextStep: NextStep = { nextStep: null, nextStepOn: null };

/** Whether staff have not set a next step, so that a booking may. */
function isOwnStep(nextStep: string | null): boolean {
  return nextStep === null || nextStep === bookingMessages.canceledStep || appointmentStep.test(nextStep);
}

/** The next step of an earlier appointment. */
const appointmentStep = /^Appointment at \d{1,2}:\d\d [AP]M$/;

async function findNextAppointment(
  trx: Transaction<Database>,
  email: string,
  now: Date,
): Promise<Date | undefined> {
  const found = await trx
    .selectFrom("bookings")
    .select("startsAt")
    .where(sql<boolean>`person_email in (select addresses_of_person(${email}))`)
    .where("state", "=", "booked")
    .where("startsAt", ">", now)
    .orderBy("startsAt")
    .limit(1)
    .executeTakeFirst();
  return found?.startsAt;
}
