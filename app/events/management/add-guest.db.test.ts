import { describe, expect, it } from "vitest";
import { attemptLimits } from "#app/platform/limits.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { minutesLater, seatCommands, start } from "#tests/kit/seats.ts";
import { addGuest } from "./add-guest.server.ts";

const { db } = testDatabase();
const { depsAt, findStates, setEvent, signUp } = seatCommands(db);
const live = new Date("2026-12-17T18:01:00Z");
const spamCheckKeys = { limitKey: (...parts: readonly string[]) => parts.join(" ") };

const findEvent = () => db.selectFrom("events").selectAll().executeTakeFirstOrThrow();

async function add(name: string, at = start) {
  const { id } = await findEvent();
  const guest = { name, email: `${name.toLowerCase()}@example.com`, phone: null };
  return addGuest({ ...(await depsAt(at)), ...auditDeps, spamCheckKeys }, id, guest);
}

describe("adding a guest", () => {
  it("takes a seat, sends the emails of a sign-up and records it without any consent", async () => {
    await setEvent(2);
    expect(await add("Ada")).toEqual({ ok: true, state: "seat" });
    expect((await findEvent()).seatsTaken).toBe(1);
    const emails = await db.selectFrom("letters").select(["kind", "recipient"]).orderBy("kind").execute();
    expect(emails).toMatchObject([
      { kind: "event-place", recipient: "ada@example.com" },
      { kind: "new-event-signup" },
    ]);
    const receipts = await db.selectFrom("consentReceipts").select(["basis", "byEmail", "byPhone"]).execute();
    expect(receipts).toEqual([{ basis: "none-given", byEmail: false, byPhone: false }]);
    expect(await db.selectFrom("visitors").select("id").execute()).toEqual([]);
    const audit = await db.selectFrom("auditEvents").select(["action", "subject", "details"]).execute();
    expect(audit).toEqual([
      {
        action: "guest-added",
        subject: auditDeps.persons.subjectOf("ada@example.com"),
        details: { event: "Before the letter of intent", place: "seat" },
      },
    ]);
  });

  it("joins the waiting list of a full event, behind the others", async () => {
    await setEvent(1);
    await signUp("Ada");
    await signUp("Ben");
    expect(await add("Cleo")).toEqual({ ok: true, state: "waiting" });
    expect(await findStates()).toEqual({ Ada: "seat", Ben: "waiting", Cleo: "waiting" });
  });

  it("reports an address that is signed up, and stores nothing", async () => {
    await setEvent(1);
    await signUp("Ada");
    await signUp("Ben");
    expect(await add("Ada")).toEqual({ ok: false, reason: "has-seat" });
    expect(await add("Ben")).toEqual({ ok: false, reason: "waits" });
    expect(await db.selectFrom("auditEvents").select("id").execute()).toEqual([]);
  });

  it("is refused at a full event that has started, and after its end", async () => {
    await setEvent(1);
    await signUp("Ada");
    expect(await add("Ben", live)).toEqual({ ok: false, reason: "full" });
    expect(await add("Ben", minutesLater(60 * 24 * 40))).toEqual({ ok: false, reason: "over" });
    expect(await findStates()).toEqual({ Ada: "seat" });
  });

  it("does not count against the limit of unconfirmed sign-ups", async () => {
    await setEvent(100);
    const { most } = attemptLimits.unconfirmedSeatsByEvent;
    for (let n = 0; n <= most; n += 1) expect(await add(`Guest${n}`)).toEqual({ ok: true, state: "seat" });
    expect(await signUp("Ada")).toBe("seat");
  });

  it("sells the last seat once, also with sign-ups at the same time, and adds an address once", async () => {
    await setEvent(3);
    const added = await Promise.all([
      ...["Ada", "Ada", "Ada", "Ben", "Cleo"].map((name) => add(name)),
      signUp("Dora"),
      signUp("Eve"),
    ]);
    expect(added.filter((each) => typeof each === "object" && !each.ok)).toHaveLength(2);
    const states = Object.values(await findStates()).toSorted();
    expect(states).toEqual(["seat", "seat", "seat", "waiting", "waiting"]);
    expect((await findEvent()).seatsTaken).toBe(3);
  });
});
