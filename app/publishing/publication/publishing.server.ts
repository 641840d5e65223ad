import type { Release, Releases } from "#app/publishing/releases/release.ts";
import type { PublishDeps } from "./publish-change.server.ts";

/** The services of publishing. */
export type Publishing = Releases &
  Pick<PublishDeps, "captureRelease" | "requiresSecondPerson"> & {
    /** Returns the document of a public page with the content of a release that need not be published. @throws if there is no such page */
    renderWith(release: Release, path: string): Promise<string>;
    /** Reads the latest release if it is not in use yet. @throws if the database is unavailable */
    refresh(): Promise<void>;
  };
