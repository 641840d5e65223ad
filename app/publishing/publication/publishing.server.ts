import type { Releases } from "#app/publishing/releases/release.ts";
import type { PublishDeps } from "./publish-change.server.ts";

/** The services of publishing. */
export type Publishing = Releases &
  Pick<PublishDeps, "captureRelease" | "requiresSecondPerson"> & {
    /** Reads the latest release if it is not in use yet. @throws if the database is unavailable */
    refresh(): Promise<void>;
  };
