import { describe, expect, it } from "vitest";
import { type ChainEntry, listChanges, listVersions } from "./list-changes.ts";

const capture = (path: string, contentHash: string) => ({
  path,
  title: null,
  contentHash,
  responseHash: "200",
  textHash: null,
});

/** @param day in March 2026 */
const entry = (
  position: number,
  day: number,
  kind: ChainEntry["kind"],
  files: Readonly<Record<string, string>>,
): ChainEntry => ({
  position,
  kind,
  release: 1,
  recordedAt: new Date(Date.UTC(2026, 2, day)),
  author: "",
  approver: "",
  reason: "",
  build: null,
  siteDigest: null,
  previousHash: null,
  hash: "",
  captures: Object.entries(files).map(([path, hash]) => capture(path, hash)),
});

const chain = [
  entry(1, 1, "release", { "/": "a", "/about": "b" }),
  entry(2, 5, "state", { "/": "c" }),
  entry(3, 10, "release", { "/": "c", "/new": "d" }),
];

/** “/about b>-” for a page with the bytes b that an entry removed. */
const describeChanges = (startsAt: Date | null) =>
  listChanges(chain, startsAt).entries.map(({ entry: { position }, changes }) => [
    position,
    changes.map(
      ({ path, before, after }) => `${path} ${before?.contentHash ?? "-"}>${after?.contentHash ?? "-"}`,
    ),
  ]);

describe("the changes of a period", () => {
  it("are the differences of each entry from the site before it", () => {
    expect(describeChanges(null)).toEqual([
      [1, ["/ ->a", "/about ->b"]],
      [2, ["/ a>c"]],
      [3, ["/about b>-", "/new ->d"]],
    ]);
  });

  it("begin with the site in force, in which a state replaces only what it lists", () => {
    const { inForce, entries } = listChanges(chain, new Date(Date.UTC(2026, 2, 6)));
    expect(inForce?.entry.position).toBe(2);
    expect(inForce?.versions.map(({ path, entry: since }) => [path, since])).toEqual([
      ["/", 2],
      ["/about", 1],
    ]);
    expect(entries.map((each) => each.entry.position)).toEqual([3]);
  });

  it("include an entry at the first moment, and no site in force before the first entry", () => {
    const { inForce, entries } = listChanges(chain, new Date(Date.UTC(2026, 2, 1)));
    expect([inForce, entries.length]).toEqual([undefined, 3]);
    const versions = listVersions({ inForce, entries });
    expect(versions.map(({ contentHash }) => contentHash)).toEqual(["a", "b", "c", "d"]);
  });
});
