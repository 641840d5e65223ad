import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { listSpend, saveSpend, type Spend } from "./save-spend.server.ts";
import { findSourceName, listSourceNames, moveSpellings } from "./source-names.server.ts";
import { spendIn } from "./spend.ts";

const { db } = testDatabase();
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const deps = { db, actor, clock: { now: () => new Date("2026-11-23T15:00:00Z") } };

const spend = (changes: Partial<Spend> = {}): Spend => ({
  kind: "campaign",
  name: "QSBS guide",
  month: "2026-10-01",
  cents: 120_000,
  revision: 0,
  ...changes,
});
const amounts = async () =>
  (await listSpend(db)).entries.map(({ name, month, cents }) => [name, month, cents]);
const audited = () =>
  db.selectFrom("auditEvents").select(["action", "subject", "details"]).orderBy("id").execute();

describe("spend", () => {
  test("is entered, changed and removed, with an entry in the audit log for each", async () => {
    expect(await saveSpend(deps, spend())).toEqual({ ok: true });
    expect(await saveSpend(deps, spend({ cents: 90_050, revision: 1 }))).toEqual({ ok: true });
    expect(await amounts()).toEqual([["QSBS guide", "2026-10-01", 90_050]]);
    expect(await saveSpend(deps, spend({ cents: 0, revision: 2 }))).toEqual({ ok: true });
    expect(await amounts()).toEqual([]);
    const entries = await audited();
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["spend-saved", { kind: "campaign", month: "2026-10", amount: "$1,200" }],
      ["spend-saved", { kind: "campaign", month: "2026-10", amount: "$900.50", was: "$1,200" }],
      ["spend-saved", { kind: "campaign", month: "2026-10", amount: "$0", was: "$900.50" }],
    ]);
    expect(new Set(entries.map(({ subject }) => subject)).size).toBe(1);
  });

  test("of two editors is not overwritten without notice", async () => {
    const both = await Promise.all([saveSpend(deps, spend()), saveSpend(deps, spend({ cents: 5 }))]);
    const refused = both.find(({ ok }) => !ok);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(refused).toMatchObject({ current: { revision: 1, enteredBy: actor.email } });
    expect(await saveSpend(deps, spend({ cents: 7, revision: 9 }))).toMatchObject({ ok: false });
    expect(await audited()).toHaveLength(1);
  });

  test("of zero without an entry changes nothing", async () => {
    expect(await saveSpend(deps, spend({ cents: 0 }))).toEqual({ ok: true });
    expect(await audited()).toEqual([]);
  });

  test("of a month counts by its days", () => {
    const entries = [
      { name: "A", month: "2026-10-01", cents: 31_000 },
      { name: "A", month: "2026-11-01", cents: 30_000 },
      { name: "B", month: "2026-12-01", cents: 100 },
    ];
    expect(spendIn({ from: "2026-10-31", to: "2026-11-23" }, entries)).toEqual([
      { name: "A", cents: 24_000 },
    ]);
    expect(spendIn({ from: "2026-10-01", to: "2026-12-31" }, entries)).toEqual([
      { name: "A", cents: 61_000 },
      { name: "B", cents: 100 },
    ]);
  });
});

describe("the names of sources", () => {
  const add = (...names: [spelling: string, name: string][]) =>
    db
      .insertInto("sourceNames")
      .values(names.map(([spelling, name]) => ({ kind: "campaign", spelling, key: spelling, name })))
      .execute();
  const namesOf = async () =>
    Object.fromEntries(
      (await db.selectFrom("sourceNames").select(["spelling", "name"]).execute()).map((row) => [
        row.spelling,
        row.name,
      ]),
    );

  test("are grouped, and the spend follows if no spelling keeps the old name", async () => {
    await add(["qsbs", "qsbs"], ["QSBS guide", "QSBS guide"]);
    await saveSpend(deps, spend({ name: "qsbs", cents: 100 }));
    await saveSpend(deps, spend({ cents: 20 }));
    const move = { kind: "campaign", from: "qsbs", spellings: ["qsbs"], to: "QSBS guide" } as const;
    expect(await moveSpellings(deps, move)).toEqual({ ok: true });
    expect(await namesOf()).toEqual({ qsbs: "QSBS guide", "QSBS guide": "QSBS guide" });
    expect(await amounts()).toEqual([["QSBS guide", "2026-10-01", 120]]);
    // Without the name, which can come from the URL of a visit.
    expect((await audited()).at(-1)).toMatchObject({ action: "sources-renamed" });
    expect((await audited()).at(-1)?.details).toEqual({ kind: "campaign", spellings: 1 });
  });

  test("are split, and the spend stays", async () => {
    await add(["a", "Guide"], ["b", "Guide"]);
    await saveSpend(deps, spend({ name: "Guide" }));
    await moveSpellings(deps, { kind: "campaign", from: "Guide", spellings: ["b"], to: "Second guide" });
    expect(await namesOf()).toEqual({ a: "Guide", b: "Second guide" });
    expect(await amounts()).toEqual([["Guide", "2026-10-01", 120_000]]);
  });

  test("of two editors: the second is told, and nothing is changed", async () => {
    await add(["a", "Guide"], ["b", "Guide"]);
    const move = { kind: "campaign", from: "Guide", spellings: ["a", "b"] } as const;
    const both = await Promise.all([
      moveSpellings(deps, { ...move, to: "One" }),
      moveSpellings(deps, { ...move, to: "Two" }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(Object.values(await namesOf())).size).toBe(1);
    expect(await audited()).toHaveLength(1);
  });

  const addPerson = async (first: string, last: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      insert into people (name, created_at, email, latest_form_id, latest_form, latest_form_at, first_campaign, last_campaign)
      values ('A', now(), 'a@example.com', gen_random_uuid(), 'assessment', now(), ${first}, ${last})
      returning id`.execute(db);
    await sql`select add_source_name('campaign', ${first}), add_source_name('campaign', ${last})`.execute(db);
    return rows[0]?.id ?? "";
  };

  test("are removed with the last person, also those that were derived from another spelling", async () => {
    const jane = await addPerson("Jane Smith of Acme", "jane-smith-of-acme");
    const other = await addPerson("jane_smith_of_acme", "jane.smith.of.acme");
    expect(new Set(Object.values(await namesOf()))).toEqual(new Set(["Jane Smith of Acme"]));
    await db.deleteFrom("people").where("id", "=", jane).execute();
    const remaining = await namesOf();
    expect(Object.keys(remaining).toSorted()).toEqual(["jane.smith.of.acme", "jane_smith_of_acme"]);
    expect(Object.keys(remaining)).toEqual(expect.arrayContaining(Object.values(remaining)));
    expect(new Set(Object.values(remaining)).size).toBe(1);
    await db.deleteFrom("people").where("id", "=", other).execute();
    expect(await namesOf()).toEqual({});
  });

  const giveName = async (spelling: string): Promise<void> => {
    const { rows } = await sql<{
      name: string;
    }>`select name from source_names where spelling = ${spelling}`.execute(db);
    await moveSpellings(deps, {
      kind: "campaign",
      from: rows[0]?.name ?? "",
      spellings: [spelling],
      to: "The guide",
    });
  };

  test("that staff have given stay until the last person and visit of the spelling are deleted", async () => {
    const first = await addPerson("intro-jane@acme.example", "intro-jane@acme.example");
    const second = await addPerson("qsbs-guide", "intro-jane@acme.example");
    await giveName("intro-jane@acme.example");
    const visitId = await storedLeads(db).storeVisit({
      email: "anonymous@visits.invalid",
      lastTouch: {
        at: "2026-11-20T12:00:00Z",
        landingPage: "/",
        referrer: null,
        campaign: { campaign: "intro-jane@acme.example" },
        clickId: null,
      },
    });
    await db.deleteFrom("people").where("id", "=", first).execute();
    expect(await namesOf()).toMatchObject({ "intro-jane@acme.example": "The guide" });
    await db.deleteFrom("people").where("id", "=", second).execute();
    expect(await namesOf()).toEqual({ "intro-jane@acme.example": "The guide" });
    await db.deleteFrom("visitors").where("id", "=", visitId).execute();
    expect(await namesOf()).toEqual({});
  });

  test("that staff have given are deleted with the last person if no visit was counted", async () => {
    const person = await addPerson("qsbs-guide", "QSBS guide");
    await giveName("QSBS guide");
    await db.deleteFrom("people").where("id", "=", person).execute();
    expect(await namesOf()).toEqual({});
  });

  test("of well-known channels stay without people", async () => {
    await db
      .insertInto("sourceNames")
      .values({ kind: "channel", spelling: "linkedin", key: "linkedin", name: "linkedin" })
      .execute();
    await moveSpellings(deps, { kind: "channel", from: "linkedin", spellings: ["linkedin"], to: "LinkedIn" });
    const person = await addPerson("qsbs-guide", "QSBS guide");
    await sql`update people set first_channel = 'linkedin'`.execute(db);
    await db.deleteFrom("people").where("id", "=", person).execute();
    expect(await namesOf()).toEqual({ linkedin: "LinkedIn" });
  });

  const findName = async (spelling: string) => (await namesOf())[spelling];

  test("are those of the spelling that most people came from, also if a stranger sends another one first", async () => {
    await addPerson("!!! Spring ((( call 900", "spring-call-900");
    await addPerson("Spring ~ Call 900 ☠", "spring-call-900");
    expect(new Set(Object.values(await namesOf()))).toEqual(new Set(["spring-call-900"]));
    for (let lead = 0; lead < 3; lead += 1) await addPerson("Spring: call 900", "Spring: call 900");
    await addPerson("SPRINGCALL900", "SPRINGCALL900");
    expect(new Set(Object.values(await namesOf()))).toEqual(new Set(["Spring: call 900"]));
  });

  test("are the plainest spelling of those that equally many people came from", async () => {
    await addPerson("!!! qsbs ((((", "!!! qsbs ((((");
    await addPerson("qsbs", "qsbs");
    expect(await namesOf()).toEqual({ "!!! qsbs ((((": "qsbs", qsbs: "qsbs" });
  });

  test("do not change through a further spelling if staff have given, split or used them", async () => {
    await addPerson("given!", "given!");
    await moveSpellings(deps, { kind: "campaign", from: "given!", spellings: ["given!"], to: "Ours" });
    await addPerson("given", "given");
    expect(await namesOf()).toEqual({ "given!": "Ours", given: "Ours" });

    await addPerson("paid!", "paid!");
    await saveSpend(deps, spend({ name: "paid!" }));
    await addPerson("paid", "paid");
    expect([await findName("paid!"), await findName("paid")]).toEqual(["paid!", "paid!"]);

    await addPerson("split!", "split-");
    await moveSpellings(deps, {
      kind: "campaign",
      from: (await findName("split!")) ?? "",
      spellings: ["split!"],
      to: "split!",
    });
    await moveSpellings(deps, {
      kind: "campaign",
      from: (await findName("split-")) ?? "",
      spellings: ["split-"],
      to: "split-",
    });
    await addPerson("split", "split");
    expect([await findName("split!"), await findName("split-")]).toEqual(["split!", "split-"]);
  });

  test("of spend that staff have entered are used for the first spelling of the campaign", async () => {
    await saveSpend(deps, spend({ name: "Autumn Plan 2027" }));
    await addPerson("autumnplan2027", "autumnplan2027");
    await addPerson("Autumn Plan 2027", "Autumn Plan 2027");
    expect(await findName("autumnplan2027")).toBe("Autumn Plan 2027");
  });

  test("can have more than the largest integer as spend in a month", async () => {
    await add(["a", "A"], ["b", "B"], ["c", "C"]);
    for (const name of ["A", "B", "C"]) await saveSpend(deps, spend({ name, cents: 1_000_000_000 }));
    await moveSpellings(deps, { kind: "campaign", from: "A", spellings: ["a"], to: "C" });
    await moveSpellings(deps, { kind: "campaign", from: "B", spellings: ["b"], to: "C" });
    expect(await amounts()).toEqual([["C", "2026-10-01", 3_000_000_000]]);
  });

  test("are found by a part of the name or of a spelling", async () => {
    await add(["li-founder", "Founder posts"], ["LinkedIn%founder", "Founder posts"], ["qsbs", "QSBS"]);
    const search = (text: string) => listSourceNames(db, { kind: "campaign", search: text });
    expect(await search("FOUNDER P")).toEqual({
      names: [{ name: "Founder posts", spellings: ["LinkedIn%founder", "li-founder"] }],
      hasMore: false,
    });
    expect((await search("in%f")).names).toHaveLength(1);
    expect((await search("sb%s")).names).toEqual([]);
    expect(await findSourceName(db, { kind: "channel", name: "QSBS" })).toBeUndefined();
  });
});
