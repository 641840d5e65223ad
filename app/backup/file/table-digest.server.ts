import { hash } from "node:crypto";

/** The number of rows of a table, and a digest of them that does not depend on their order. */
export type TableDigest = { rows: number; digest: string };

/**
 * Adds the SHA-256 of each row, in lanes of 32 bits. PostgreSQL returns rows in no defined order, so the digest of a restored table must not
 * depend on it. The encryption of the file protects it against intentional changes.
 */
export function createTableDigest(): { add(row: Buffer): void; result(): TableDigest } {
  const lanes = new Uint32Array(8);
  let rows = 0;
  return {
    add(row) {
      const digest = hash("sha256", row, "buffer");
      for (let lane = 0; lane < lanes.length; lane += 1) {
        lanes[lane] = (lanes[lane] ?? 0) + digest.readUInt32BE(lane * 4);
      }
      rows += 1;
    },
    result: () => ({ rows, digest: [...lanes].map((lane) => lane.toString(16).padStart(8, "0")).join("") }),
  };
}
