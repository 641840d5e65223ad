import type { RegulatoryFilingsTable } from "#app/data/schema/regulatory-records.ts";
import type { Filing } from "./filing-tasks.ts";

export type FilingEntry = Omit<RegulatoryFilingsTable, "id"> & { id: number };

/** A version of a document with its entries, latest first. */
export type FiledVersion = Filing & { id: number; entries: readonly FilingEntry[] };

/** The dates of an entry, each with the field that withdraws the date of an earlier entry. */
const withdrawals = {
  inaccurateOn: "withdrawsInaccuracy",
  filedOn: "withdrawsFiling",
  postedOn: "withdrawsPosting",
  deliveredOn: "withdrawsDelivery",
} as const satisfies Partial<Record<keyof Filing, keyof FilingEntry>>;

/**
 * The versions of documents, in the order of their first entries. Each date is the latest one that was entered and not withdrawn since,
 * because a later entry with one date, such as the delivery, must not remove the others.
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
