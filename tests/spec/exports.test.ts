import { answersScoring } from "#tests/kit/an-assessment.ts";
import { parse } from "csv-parse/sync";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { describe, expect, test } from "vitest";
import type { Database } from "#app/data/schema/database.ts";
import type { Assessment } from "#app/assessments/lists/list-assessments.server.ts";
import { questions } from "#app/assessments/questions/questions.ts";
import { byteOrderMark, csvHeadings, csvRecord } from "#app/platform/text/csv.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { assessmentList } from "#app/staff/assessments/assessments.list.tsx";
import { csvColumns } from "#app/staff/data-table/csv-columns.ts";
import { aStaffSession, identityOf } from "#tests/kit/a-staff-session.ts";
import { staffExports } from "#app/staff/exports/exports.api.server.ts";
import { createExportSlots } from "#app/staff/export-button/export-slots.server.ts";

const assessmentColumns = csvColumns(assessmentList.columns);

const row: Assessment = {
  id: "not exported",
  name: 'Ada "the Countess" Byron',
  email: "ada@example.com",
  phone: "+1 512 555 0100",
  ...answersScoring(1, 2, 3, 2, 3, 1, 1),
  score: 13,
  scoreLevel: "Making Progress",
  createdAt: new Date("2026-01-02T03:04:05Z"),
};

describe("specification section 7, columns of the assessments export", () => {
  const [headings = [], cells = []] = readBack(
    byteOrderMark +
      csvHeadings(assessmentColumns) +
      csvRecord(assessmentColumns.map((column) => column.valueOf(row))),
  );

  test.each(
    [
      ["name", 'Ada "the Countess" Byron'],
      ["email", "ada@example.com"],
      // A leading + would be a formula, so this departs from the specification (docs/decisions).
      ["phone", "'+1 512 555 0100"],
      ["score", "13"],
      ["score level", "Making Progress"],
      ["date", "2026-01-01 21:04:05"],
    ].map((column, at) => [at, ...column] as const),
  )("column %i is %s", (at, heading, value) => {
    expect(headings[at]?.toLowerCase()).toBe(heading);
    expect(cells[at]).toBe(value);
  });

  test.each(questions.map(({ id, topic }, at) => [id, topic, at + 6] as const))(
    "then %s with its topic: %s",
    (id, topic, at) => {
      expect(headings[at]).toBe(`${id.toUpperCase()}: ${topic}`);
      expect(cells[at]).toBe(row[id]);
    },
  );

  test("has no other columns", () => {
    expect(headings).toHaveLength(13);
    expect(headings).not.toContain("id");
  });
});

test("the file is called pre-loi-assessments- and the date, .csv, in UTF-8", async () => {
  const exports = staffExports({
    clock: { now: () => new Date("2026-11-21T03:00:00Z") },
    db: databaseWithoutServer(),
    log: silentLog,
    identity: identityOf(aStaffSession()),
    exportSlots: createExportSlots(),
  });
  const { headers } = await exports.request("/exports/assessments.csv", { method: "HEAD" });
  // Still the previous day in the firm's time zone.
  expect(headers.get("Content-Disposition")).toBe(
    'attachment; filename="pre-loi-assessments-2026-11-20.csv"',
  );
  expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
});

function databaseWithoutServer(): Kysely<Database> {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Reads a file with an independent parser. */
function readBack(file: string): string[][] {
  return parse(file, { bom: true });
}
