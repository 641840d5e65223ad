import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Actor } from "#app/audit/audit.server.ts";
import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { run } from "./audit.ts";

const database = testDatabase();
const { db } = database;
const { persons } = auditDeps;

const ruth: Actor = { kind: "staff", id: "1", email: "ruth@example.com" };
const anonymous: Actor = { kind: "nobody" };

const list = async (...options: string[]) => {
  const { code, out, problems } = await runCommand(run, ["list", ...options], database);
  expect([code, problems]).toEqual([0, ""]);
  return out.trimEnd();
};
const getNumbers = (text: string) => text.split("\n").map((line) => Number(line.split("\t", 1)[0]));

/** Inserts the row directly, because the database sets the time of entries. */
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
  await add("2026-11-01T04:59:59Z", "sign-in-failed", anonymous);
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
  const keyRing = () => Promise.resolve(createKeyRing([current, previous]));
  const { out } = await runCommand(run, ["list", "--person", " Ada@Example.com"], { ...database, keyRing });
  expect(out).toContain("person-exported");
});

describe("the list", () => {
  test("reports that it is empty", async () => {
    expect(await list()).toBe("There are no matching entries.");
    expect(await list("--json")).toBe("[]");
  });

  test("has a line for each entry, newest first, in the firm’s time zone", async () => {
    await addSome();
    const person = persons.subjectOf("ada@example.com");
    expect(await list()).toBe(
      [
        "5\t2026-12-01, 00:00:00 CST\tsigned-out\truth@example.com\t-\t-\t203.0.113.9",
        "4\t2026-11-30, 23:59:59 CST\trole-changed\truth@example.com\taccount:2\trole examiner[2J\t203.0.113.9",
        `3\t2026-11-20, 12:00:00 CST\tperson-exported\tshell\t${person}\tletters 2, assessments 1\t-`,
        "2\t2026-11-01, 00:00:00 CDT\tsigned-in\truth@example.com\t-\t-\t203.0.113.9",
        `1\t2026-10-31, 23:59:59 CDT\tsign-in-failed\t${anonymous.kind}\t-\t-\t203.0.113.9`,
      ].join("\n"),
    );
  });

  test.each<[string, number[]]>([
    ["--action signed-in", [2]],
    ["--actor Ruth@Example.com", [5, 4, 2]],
    ["--actor shell", [3]],
    [`--actor ${anonymous.kind}`, [1]],
    ["--person Ada@Example.com", [3]],
    // Days are full days in the firm's time zone, across the change of its clocks.
    ["--since 2026-11-01", [5, 4, 3, 2]],
    ["--until 2026-11-30", [4, 3, 2, 1]],
    ["--since 2026-11-01 --until=2026-11-01", [2]],
    ["--before 3", [2, 1]],
    ["--actor ruth@example.com --before 5 --since 2026-11-02", [4]],
  ])("with %s is %j", async (options, numbers) => {
    await addSome();
    expect(getNumbers(await list(...options.split(" ")))).toEqual(numbers);
  });

  test("shows how to continue if there are more entries", async () => {
    await addSome();
    const first = await list("--limit", "3");
    expect(first).toMatch(/^3\t.*\nThere are more entries\. List older ones with --before 3$/m);
    expect(getNumbers(await list("--limit", "2", "--before", "3"))).toEqual([2, 1]);
  });

  test("is one JSON document with times in UTC, if requested", async () => {
    await addSome();
    expect(JSON.parse(await list("--limit=2", "--json"))).toEqual([
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
