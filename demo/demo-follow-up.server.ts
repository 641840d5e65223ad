import { type Insertable, type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Outcome, PersonNotesTable, PersonStatus, RecordChanges } from "#app/data/schema/people.ts";
import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import { toOutcomeColumns } from "#app/people/follow-up/save-follow-up.server.ts";
import { addDays, dayIn } from "#app/platform/calendar/day-in.ts";
import { practice } from "#content/practice.ts";
import { demoId } from "./demo-id.ts";
import { createRandom, type Dice } from "./random.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type DemoPerson = { id: string; createdAt: Date; score: number | null; attended: boolean };
type Step = {
  status: Exclude<PersonStatus, "new">;
  outcome: Outcome | null;
  note: string;
  at: Date;
  nextStep: string | null;
  nextStepOn: string | null;
};

const nextSteps = [
  "Call again",
  "Send the 7 Steps",
  "Ask for three years of financials",
  "Call about the gift of shares",
  "Email the QSBS article",
  "Introduce the tax attorney",
  "Quarterly check-in",
] as const;

const notes = [
  "Wants to sell within three years. Spouse has doubts.",
  "Two buyers have called. No advisor yet.",
  "Asked about an F reorganization; CPA has not heard of it.",
  "Daughter runs operations and may take over.",
  "Board meets next month; call after that.",
  "Busy season until the end of the quarter.",
] as const;

/** The people whose next step is due today, and those whose next step is late, so that every group of Today has someone. */
const due = { today: 3, late: 2 } as const;

/**
 * Stores what staff did with the people of the demo: outcomes, notes, owners and next steps. People without an outcome for a day are as new
 * as they would be in a firm that calls everyone within two days.
 */
export async function storeFollowUp(db: Kysely<Database>, now: Date): Promise<void> {
  const dice = createRandom(2);
  const colleagues = await listColleagues(db);
  const people = await db
    .selectFrom("people")
    .select(["id", "createdAt", "score", "attended"])
    .where("email", "like", "%.invalid")
    .where("createdAt", "<", new Date(now.getTime() - dayMs))
    .orderBy("createdAt", "desc")
    .orderBy("email")
    .execute();
  const today = dayIn(practice.timeZone, now);
  let followed = 0;
  for (const person of people) {
    const steps = stepsOf(dice, person, now);
    const last = steps.at(-1);
    if (last?.status === "contacted") last.nextStepOn = dueDay(dice, today, followed++);
    await storeSteps(db, person.id, steps, colleagues.length === 0 ? undefined : dice.one(colleagues));
  }
}

/** The first people are due today or late; the others within three months. */
function dueDay(dice: Dice, today: string, followed: number): string {
  if (followed < due.today) return today;
  if (followed < due.today + due.late) return addDays(today, -3);
  return addDays(today, dice.between(1, 90));
}

/** A first contact and, for most people, its result some days later. */
function stepsOf(dice: Dice, { createdAt, score, attended }: DemoPerson, now: Date): Step[] {
  // Most answers come within a day.
  const firstAt = new Date(createdAt.getTime() + dice.between(1, dice.happens(0.9) ? 20 : 90) * hourMs);
  const laterAt = new Date(firstAt.getTime() + dice.between(3, 21) * dayMs);
  const first: Step = {
    status: "contacted",
    outcome: dice.weighted<Outcome>([
      ["reached", 60],
      ["left-message", 20],
      ["emailed", 20],
    ]),
    note: dice.one(notes),
    at: firstAt,
    nextStep: dice.one(nextSteps),
    nextStepOn: null,
  };
  const isReady = (score ?? 0) >= 17 || attended;
  const result = dice.weighted<Step["status"]>([
    ["not-a-fit", isReady ? 15 : 45],
    ["contacted", 40],
    ["booked", isReady ? 25 : 8],
    ["client", isReady ? 6 : 1],
  ]);
  if (firstAt > now) return [];
  return laterAt > now ? [first] : [first, ...laterSteps(result, laterAt, { dice, now })];
}

function laterSteps(result: Step["status"], at: Date, { dice, now }: { dice: Dice; now: Date }): Step[] {
  const booked: Step = {
    status: "booked",
    outcome: "booked",
    note: "Strategy call booked.",
    at,
    nextStep: "Strategy call",
    nextStepOn: dayAfter(now, dice.between(1, 14)),
  };
  switch (result) {
    case "contacted":
      return [];
    case "not-a-fit":
      return [
        {
          ...booked,
          status: result,
          outcome: result,
          note: "Company is too small.",
          nextStep: null,
          nextStepOn: null,
        },
      ];
    case "booked":
      return [booked];
    case "client": {
      const signedAt = new Date(Math.min(now.getTime(), at.getTime() + 20 * dayMs));
      const note = "Signed the agreement.";
      const review = { nextStep: "Quarterly review", nextStepOn: dayAfter(now, 60) };
      return [booked, { ...booked, ...review, status: result, outcome: null, note, at: signedAt }];
    }
  }
}

function dayAfter(now: Date, days: number): string {
  return addDays(dayIn(practice.timeZone, now), days);
}

async function storeSteps(
  db: Kysely<Database>,
  personId: string,
  steps: readonly Step[],
  owner: { id: string; email: string } | undefined,
): Promise<void> {
  for (const { status, outcome, note, at, nextStep, nextStepOn } of steps) {
    await db
      .updateTable("people")
      .set((eb) => ({
        status,
        nextStep,
        nextStepOn,
        ownerId: owner?.id ?? null,
        revision: eb("revision", "+", 1),
        updatedAt: at,
      }))
      .where("id", "=", personId)
      .execute();
    const changes: RecordChanges = { status, ...(nextStep === null ? {} : { nextStep }) };
    const entry: Insertable<PersonNotesTable> = {
      personId,
      at,
      authorEmail: owner?.email ?? practice.email,
      body: note,
      changes,
      ...toOutcomeColumns(outcome),
    };
    await db.insertInto("personNotes").values(entry).execute();
  }
}

/** Dollars that each campaign of the demo costs in a month. */
const monthlySpend = { "live-event": [1_200, 2_400], monthly: [150, 250] } as const;

/** Stores what the campaigns of the demo cost in each of the last twelve months. */
export async function storeSpend(db: Kysely<Database>, now: Date): Promise<void> {
  const dice = createRandom(3);
  const thisMonth = dayIn(practice.timeZone, now).slice(0, 7);
  for (const [name, [least, most]] of Object.entries(monthlySpend)) {
    for (let age = 0; age < 12; age++) {
      const month = new Date(`${thisMonth}-01T00:00:00Z`);
      month.setUTCMonth(month.getUTCMonth() - age);
      await sql`
        insert into source_spend (id, kind, name, month, cents, entered_by, entered_at)
        values (${demoId(dice.next)}, 'campaign', ${name}, ${month.toISOString().slice(0, 10)}, ${dice.between(least, most) * 100},
          ${practice.email}, ${now})
        on conflict (kind, name, month) do nothing`.execute(db);
    }
  }
}
