import type { RegulatoryFilingsTable } from "#app/data/schema/regulatory-records.ts";
import type { Filing } from "./filing-tasks.ts";

export type FilingEntry = Omit<RegulatoryFilingsTable, "id"> & { id: number };

/** A version of a document, and what was entered about it, latest entry first. */
export type FiledVersion = Filing & { id: number; entries: readonly FilingEntry[] };

/** The days of an entry, each with what withdraws the day of an earlier entry. */
const withdrawals = {
  inaccurateOn: "withdrawsInaccuracy",
  filedOn: "withdrawsFiling",
  postedOn: "withdrawsPosting",
  deliveredOn: "withdrawsDelivery",
} as const satisfies Partial<Record<keyof Filing, keyof FilingEntry>>;

/**
 * The versions of documents, in the order of the first entry of each. Each day is the latest that was entered and not withdrawn
 * since, because one that is entered later, such as the delivery, must not remove the others.
 * @param entries in the order of their entry
 */
export function combineEntries(entries: readonly FilingEntry[]): FiledVersion[] {
  const byVersion = Map.groupBy(entries, ({ document, versionOn }) => `${document} ${versionOn}`);
  return [...byVersion.values()].flatMap((ofVersion) => {
    const newestFirst = ofVersion.toReversed();
    const [latest] = newestFirst;
    if (latest === undefined) return [];
    const find = (day: keyof typeof withdrawals) =>
      newestFirst.find((entry) => entry[day] !== null || entry[withdrawals[day]])?.[day] ?? null;
    return {
      id: latest.id,
      document: latest.document,
      versionOn: latest.versionOn,
      inaccurateOn: find("inaccurateOn"),
      filedOn: find("filedOn"),
      postedOn: find("postedOn"),
      deliveredOn: find("deliveredOn"),
      entries: newestFirst,
    };
  });
}
