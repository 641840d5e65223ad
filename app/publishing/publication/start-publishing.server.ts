import { provideReleases } from "#app/publishing/releases/documents-in-use.server.ts";
import { fileRelease } from "#app/publishing/releases/release.ts";
import { startReleaseReader } from "#app/publishing/releases/release-reader.server.ts";
import { compareFiles, type FileDeps, listFileHashes } from "./compare-files.server.ts";
import type { PageFunctions, Publishing } from "./publishing.server.ts";

export type StartedPublishing = {
  services: Omit<Publishing, PageFunctions>;
  /** The documents whose files changed in this build and wait for approval. */
  changedFiles: readonly string[];
  stop(): Promise<void>;
};

/**
 * Starts reading the published release. In development, the files are in use, so that changes appear immediately.
 * @throws if the database is unavailable
 */
export async function startPublishing({
  isProduction,
  requiresSecondPerson,
  ...deps
}: FileDeps & { isProduction: boolean; requiresSecondPerson: boolean }): Promise<StartedPublishing> {
  const changedFiles = await compareFiles(deps);
  if (!isProduction) {
    return {
      services: { inUse: () => fileRelease, refresh: () => Promise.resolve(), requiresSecondPerson },
      changedFiles: [],
      stop: () => Promise.resolve(),
    };
  }
  const reader = await startReleaseReader({ ...deps, fileHashes: listFileHashes() });
  const withdraw = provideReleases(reader);
  return {
    services: { inUse: reader.inUse, refresh: reader.refresh, requiresSecondPerson },
    changedFiles,
    async stop() {
      withdraw();
      await reader.stop();
    },
  };
}
