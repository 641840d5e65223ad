import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Actor } from "#app/audit/audit.server.ts";
import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { onRecord } from "#tests/kit/on-record.ts";
import type { AuditOrder } from "./audit-order.ts";
import { carryOutAuditOrder } from "./carry-out-audit-order.ts";

const { db } = testDatabase();
const { persons } = onRecord;

const ruth: Actor = { kind: "staff", id: "1", email: "ruth@example.com" };
const nobody: Actor = { kind: "nobody" };

const carry = async (wanted: Partial<AuditOrder> = {}) => {
  const deps = { db, persons: () => Promise.resolve(persons) };
  const report = await carryOutAuditOrder(deps, { kind: "list", limit: 50, asJson: false, ...wanted });
  return report.text;
};
const numbersOf = (text: string) => text.split("\n").map((line) => Number(line.split("\t", 1)[0]));

/** Only the database says when; a test has to write the row itself. */
async function add(
  at: string,
  action: string,
  actor: Actor,
  more: { subject?: string; details?: object } = {},
) {
  const { id, email } = actor.kind === "staff" ? actor : { id: null, email: null };
  await sql`
    insert into audit_events (at, action, actor_kind, actor_id, actor_email, subject, details, client_address)
    values (${at}, ${action}, ${actor.kind}, ${id}, ${email}, ${more.subject ?? null},
      ${JSON.stringify(more.details ?? {})}, ${actor.kind === "shell" ? null : "203.0.113.9"})`.execute(db);
}

async function addSome(): Promise<void> {
  await add("2026-11-01T04:59:59Z", "sign-in-failed", nobody);
  await add("2026-11-01T05:00:00Z", "signed-in", ruth);
  await add(
    "2026-11-20T18:00:00Z",
    "person-exported",
    { kind: "shell" },
    {
      subject: persons.subjectOf("ada@example.com"),
      details: { assessments: 1, letters: 2 },
    },
  );
  await add("2026-12-01T05:59:59Z", "role-changed", ruth, {
    subject: "account:2",
    details: { role: "examiner\u001B[2J" },
  });
  await add("2026-12-01T06:00:00Z", "signed-out", ruth);
}

test("a person is also found under the previous secret", async () => {
  const [previous, current] = ["the previous secret ".repeat(2), "the current secret ".repeat(2)] as const;
  const { subjectOf } = createPersonKeys(createKeyRing([previous]));
  await add(
    "2026-11-20T18:00:00Z",
    "person-exported",
    { kind: "shell" },
    { subject: subjectOf("ada@example.com") },
  );
  const rotated = createPersonKeys(createKeyRing([current, previous]));
  const order = { kind: "list", limit: 50, asJson: false, person: "ada@example.com" } as const;
  const report = await carryOutAuditOrder({ db, persons: () => Promise.resolve(rotated) }, order);
  expect(report.text).toContain("person-exported");
});

describe("the list", () => {
  test("is empty in words", async () => {
    expect(await carry()).toBe("There are no such entries.");
    expect(await carry({ asJson: true })).toBe("[]");
  });

  test("has a line for each, the newest first, by the practice's clocks and with their zone", async () => {
    await addSome();
    const person = persons.subjectOf("ada@example.com");
    expect(await carry()).toBe(
      [
        "5\t2026-12-01, 00:00:00 CST\tsigned-out\truth@example.com\t-\t-\t203.0.113.9",
        "4\t2026-11-30, 23:59:59 CST\trole-changed\truth@example.com\taccount:2\trole examiner[2J\t203.0.113.9",
        `3\t2026-11-20, 12:00:00 CST\tperson-exported\tshell\t${person}\tletters 2, assessments 1\t-`,
        "2\t2026-11-01, 00:00:00 CDT\tsigned-in\truth@example.com\t-\t-\t203.0.113.9",
        "1\t2026-10-31, 23:59:59 CDT\tsign-in-failed\tnobody\t-\t-\t203.0.113.9",
      ].join("\n"),
    );
  });

  test.each<[Partial<AuditOrder>, number[]]>([
    [{ action: "signed-in" }, [2]],
    [{ actor: "ruth@example.com" }, [5, 4, 2]],
    [{ actor: "shell" }, [3]],
    [{ actor: "nobody" }, [1]],
    [{ person: "ada@example.com" }, [3]],
    // Whole days of the practice's zone, across the change of its clocks.
    [{ since: "2026-11-01" }, [5, 4, 3, 2]],
    [{ until: "2026-11-30" }, [4, 3, 2, 1]],
    [{ since: "2026-11-01", until: "2026-11-01" }, [2]],
    [{ before: 3 }, [2, 1]],
    [{ actor: "ruth@example.com", before: 5, since: "2026-11-02" }, [4]],
  ])("with %j is %j", async (wanted, numbers) => {
    await addSome();
    expect(numbersOf(await carry(wanted))).toEqual(numbers);
  });

  test("goes on where it ended, and says so only where there is more", async () => {
    await addSome();
    const first = await carry({ limit: 3 });
    expect(first).toMatch(/^3\t.*\nThere are more: --before 3 lists those that are older\.$/m);
    const rest = await carry({ limit: 2, before: 3 });
    expect(numbersOf(rest)).toEqual([2, 1]);
  });

  test("as JSON is one document, with moments in UTC, and nothing besides", async () => {
    await addSome();
    expect(JSON.parse(await carry({ limit: 2, asJson: true }))).toEqual([
      {
        id: 5,
        at: "2026-12-01T06:00:00.000Z",
        action: "signed-out",
        actorKind: "staff",
        actorId: "1",
        actorEmail: "ruth@example.com",
        subject: null,
        details: {},
        clientAddress: "203.0.113.9",
      },
      expect.objectContaining({ id: 4, details: { role: "examiner\u001B[2J" } }),
    ]);
  });
});
