import type { Release, Releases } from "#app/publishing/releases/release.ts";
import type { AddedClaim, BlockingClaim } from "./capture-release.server.ts";
import type { PublishDeps } from "./publish-change.server.ts";

/** The functions that need the pages of the site. The request pipeline adds them. */
export type PageFunctions = "captureRelease" | "listAddedClaims" | "listOpenClaims" | "renderWith";

/** The services of publishing. */
export type Publishing = Releases &
  Pick<PublishDeps, "captureRelease" | "requiresSecondPerson"> & {
    /**
     * The claims of pages that would block a release: those that it adds to the site without evidence, and those whose evidence has expired.
     */
    listOpenClaims(release: Release, paths: readonly string[]): Promise<readonly BlockingClaim[]>;
    /** All claims that a release adds to pages, also those with evidence. */
    listAddedClaims(release: Release, paths: readonly string[]): Promise<readonly AddedClaim[]>;
    /** Returns the document of a public page with the content of a release that need not be published. @throws if there is no such page */
    renderWith(release: Release, path: string): Promise<string>;
    /** Reads the latest release if it is not in use yet. @throws if the database is unavailable */
    refresh(): Promise<void>;
  };
