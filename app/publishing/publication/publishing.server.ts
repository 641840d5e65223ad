import type { Release, Releases } from "#app/publishing/releases/release.ts";
import type { ReleaseClaims } from "./capture-release.server.ts";
import type { PublishDeps } from "./publish-change.server.ts";

/** The functions that need the pages of the site. The request pipeline adds them. */
export type PageFunctions = "captureRelease" | "findClaims" | "renderWith";

/** The services of publishing. */
export type Publishing = Releases &
  Pick<PublishDeps, "captureRelease" | "requiresSecondPerson"> & {
    /**
     * The claims that a release adds to pages, and those that would block it: added without evidence, or with evidence that has expired.
     * @param paths all pages by default
     */
    findClaims(release: Release, paths?: readonly string[]): Promise<ReleaseClaims>;
    /** Returns the document of a public page with the content of a release that need not be published. @throws if there is no such page */
    renderWith(release: Release, path: string): Promise<string>;
    /** Reads the latest release if it is not in use yet. @throws if the database is unavailable */
    refresh(): Promise<void>;
  };
