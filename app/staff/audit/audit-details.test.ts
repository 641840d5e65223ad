import { describe, expect, test } from "vitest";
import type { ErasedTable } from "#app/people/erasure/erase-person.server.ts";
import type { ExportedRows } from "#app/people/export/export-person.server.ts";
import { authenticationLimits } from "#app/platform/limits.ts";
import { listParameters } from "#app/staff/data-table/list-url.ts";
import { exportedLists } from "#app/staff/exports/exported-lists.server.ts";
import { filesBelow, readSource } from "#tests/fences/source-files.ts";
import { describeValue, detailName } from "./audit-details.server.ts";
import { describeRows } from "./list-wording.server.ts";

/** The program, without its tests. */
const sources = ["app", "server"]
  .flatMap((folder) => filesBelow(folder, /\.tsx?$/))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map(readSource)
  .filter((text) =>
    /\brecord(?:Audit|View|AuditRead|PersonView|EmailView|Refusal|Once|UnauthenticatedAction)\(|recordAccountChange\(/.test(
      text,
    ),
  );

/** Keys of the object literals that are passed as details. */
const literalKeys = sources.flatMap((text) =>
  [...text.matchAll(/\bdetails(?::| =) \{([^}]*)\}/g)].flatMap(([, inside = ""]) =>
    inside
      .split(",")
      .map((entry) => entry.split(":")[0]?.trim() ?? "")
      .filter((key) => /^\w+$/.test(key)),
  ),
);

/** Counts of exported and erased rows. The type checker requires all of them. */
const exported: Record<ExportedRows | "addresses", true> = {
  addresses: true,
  assessments: true,
  signUps: true,
  consentReceipts: true,
  consentWithdrawals: true,
  identifiedVisits: true,
  visits: true,
  events: true,
  heldSubmissions: true,
  letters: true,
  letterPreferences: true,
  notes: true,
  bookings: true,
  undeliverableAddresses: true,
  deliveries: true,
  wealthboxContacts: true,
};
const erased: Record<ErasedTable, true> = {
  pre_loi_assessments: true,
  linkedin_live_signups: true,
  people: true,
  person_notes: true,
  bookings: true,
  consent_receipts: true,
  visitors: true,
  tracking_events: true,
  quarantined_submissions: true,
  letters: true,
  undeliverable_addresses: true,
};

/** Filters of exports. The audit log only records that a search was used. */
const filters = exportedLists
  .flatMap(({ list }) => listParameters(list))
  .filter((name) => !["search", "sort"].includes(name));

/** Counts of demo data by table. */
const demo = filesBelow("demo", /(?:store|remove)-demo\.server\.ts$/).flatMap((file) =>
  [...readSource(file).matchAll(/(?:return|removed =) \{\n([\s\S]*?)\n {2}\}/g)].flatMap(([, inside = ""]) =>
    [...inside.matchAll(/^ {4}(\w+): /gm)].flatMap(([, key]) => key ?? []),
  ),
);

describe("every recorded value", () => {
  test("has a label, if it is a detail", () => {
    // Otherwise the test would check nothing.
    expect(literalKeys).toEqual(
      expect.arrayContaining(["list", "came", "taken_back", "limit", "submission"]),
    );
    expect(demo).toEqual(expect.arrayContaining(["trackingEvents", "held"]));
    const spread = ["from", "until", "filter", "raw", "searched", "end", "browser", "letters_kept"];
    const keys = [...literalKeys, ...demo, ...spread, ...filters, ...Object.keys({ ...exported, ...erased })];
    const unnamed = keys.filter((key) => key !== "session" && detailName("", key) === key);
    expect([...new Set(unnamed)]).toEqual([]);
  });

  test("has a name, if it is a list", () => {
    const definitions = filesBelow("app/staff", /\.list\.tsx$/).map(readSource);
    const lists = [...sources, ...definitions].flatMap((text) =>
      [...text.matchAll(/\blist: "([\w-]+)"|^ +name: "([a-z-]+)",$/gm)].flatMap(
        ([, recorded, defined]) => recorded ?? defined ?? [],
      ),
    );
    expect(lists).toEqual(expect.arrayContaining(["dashboard", "event-places", "quarantine"]));
    // The names of these lists are already nouns.
    const nouns = ["assessments", "incidents", "signups", "visitors", "people", "events", "claims"];
    const names = [...lists, ...exportedLists.map(({ list }) => list.name)];
    expect(names.filter((name) => describeRows(name) === name && !nouns.includes(name))).toEqual([]);
    for (const { list } of exportedLists) expect(describeRows(list.name)).toBe(list.rows);
  });

  test("describes a blocked attempt in words", () => {
    for (const limit of Object.keys(authenticationLimits)) {
      expect(describeValue("limit", limit)).not.toBe(limit);
    }
  });
});
