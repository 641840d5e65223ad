import type { Comparison } from "#app/compliance/archive/compare-texts.ts";
import type { Capture } from "#app/compliance/archive/entry-hash.server.ts";
import type { ArchiveEntriesTable } from "#app/data/schema/archive.ts";

/** An entry of the archive with its pages and files. */
export type ChainEntry = ArchiveEntriesTable & { captures: readonly Capture[] };

/** The release that an entry belongs to. */
export function findRelease(chain: readonly ChainEntry[], { release }: ChainEntry): ChainEntry {
  const found = chain.find(({ position }) => position === release);
  if (found === undefined) throw new Error(`The chain has no entry ${release}.`);
  return found;
}

/** A page or file as it was published, and the entry that first captured it like this. */
export type Version = Capture & { entry: number };

/** A page or file before and after an entry. One of them is missing if the entry added or removed it. */
export type Change = { path: string; before: Version | undefined; after: Version | undefined };

/** A change as the page of the changes displays it. */
export type ComparedChange = Change & {
  title: string | null;
  /** Undefined for files, for added and removed pages, and if the words are the same. */
  comparison: Comparison | undefined;
};

/** What was published in a period. */
export type PeriodChanges = {
  /** The entry in force when the period began, with the whole site; undefined if the archive began later. */
  inForce: { entry: ChainEntry; versions: readonly Version[] } | undefined;
  entries: readonly { entry: ChainEntry; changes: readonly Change[] }[];
};

type Site = ReadonlyMap<string, Version>;

/**
 * Lists what each entry of a period changed.
 * @param chain all entries up to the end of the period
 * @param startsAt null for a period that begins with the archive
 */
export function listChanges(chain: readonly ChainEntry[], startsAt: Date | null): PeriodChanges {
  const last = chain.findLastIndex(({ recordedAt }) => startsAt !== null && recordedAt < startsAt);
  let site: Site = new Map();
  let inForce: PeriodChanges["inForce"];
  const entries = [];
  for (const [index, entry] of chain.entries()) {
    const next = applyEntry(site, entry);
    if (index === last) inForce = { entry, versions: [...next.values()] };
    if (index > last) entries.push({ entry, changes: compareSites(site, next) });
    site = next;
  }
  return { inForce, entries };
}

/** The versions of a period, each once. */
export function listVersions({ inForce, entries }: PeriodChanges): Version[] {
  const changed = entries.flatMap(({ changes }) => changes.flatMap(({ after }) => after ?? []));
  return [...(inForce?.versions ?? []), ...changed];
}

/** A release lists the whole site, a state only what differs. Unchanged pages and files keep the entry of their version. */
function applyEntry(site: Site, { kind, position, captures }: ChainEntry): Site {
  const next = new Map(kind === "release" ? [] : site);
  for (const capture of captures) {
    const current = site.get(capture.path);
    const isSame =
      current?.contentHash === capture.contentHash && current.responseHash === capture.responseHash;
    next.set(capture.path, isSame ? current : { ...capture, entry: position });
  }
  return next;
}

function compareSites(before: Site, after: Site): Change[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((change) => change.before !== change.after);
}
