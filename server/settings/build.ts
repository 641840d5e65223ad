import { version } from "#package.json";

/** Values that the build writes into the program (vite.config.ts). They are missing when running from source. */
const { BUILT_AT: builtAtText, BUILT_FROM: builtFrom } = import.meta.env as Record<string, unknown>; // Vite types values as `any`

/** The time of the build. */
export const builtAt = typeof builtAtText === "string" ? new Date(builtAtText) : undefined;

/** The commit that was built; undefined if it is not known. */
export const commit = typeof builtFrom === "string" ? builtFrom : undefined;

/** “Version 0.1.0, commit 41a11446…, built 2026-11-28T10:42:28.000Z”, without what is not known. */
export function describeBuild(): string {
  return [
    `Version ${version}`,
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    ...(builtAt === undefined ? [] : [`built ${builtAt.toISOString()}`]),
  ].join(", ");
}
