import type { Portrait } from "#content/schemas/practice-schema.ts";

const urls = import.meta.glob<string>("/content/portrait/*.{jpg,webp}", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The URL of the advisor's portrait. The build has checked that the file exists (`check-portrait.server.ts`). */
export function getPortraitUrl({ file }: Pick<Portrait, "file">): string | undefined {
  return urls[`/content/portrait/${file}`];
}
