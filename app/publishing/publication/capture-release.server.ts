import type { Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Release } from "#app/publishing/releases/release.ts";

/** Who wrote and approved a release, and why, as the archive displays it. */
export type Approval = { author: string; approver: string; reason: string };

/**
 * Renders every page with the documents of a release that is about to be published. The program injects it, because this area imports neither
 * the pages nor the archive.
 * @returns stores what was rendered in the archive, in the transaction that publishes the release
 * @throws if a page cannot be rendered
 */
export type CaptureRelease = (
  release: Release,
) => Promise<(trx: Transaction<Database>, approval: Approval) => Promise<void>>;
