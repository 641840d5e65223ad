import { disclosures } from "#content/disclosures.ts";
import { liveEvent } from "#content/live-event.ts";
import { footerGroups, menu } from "#content/menu.ts";
import { practice } from "#content/practice.ts";
import { derived, fileVersion, type ReleaseDocuments } from "#content/release/release.ts";

/** The documents that scripts of the staff area read. Scripts of forms read only `practice`. */
const views = { disclosures, footerGroups, liveEvent, menu, practice };

/**
 * The documents whose published version differs from the files. Scripts contain the files, so a page passes only these documents to them; in
 * most releases, there are none.
 */
export const listBrowserDocuments: () => ReleaseDocuments | undefined = derived(() => {
  const changed = Object.entries(views).filter(
    ([, view]) => toSortedJson(view) !== toSortedJson(fileVersion(view)),
  );
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
});

/** JSON that does not depend on the order of properties. A stored document has them in the order of its schema. */
function toSortedJson(value: object): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** The documents for the script of a form, as JSON; undefined if it needs none. */
export function listFormDocuments(): string | undefined {
  const changed = listBrowserDocuments()?.["practice"];
  return changed === undefined ? undefined : JSON.stringify({ practice: changed });
}

/** JSON that can be the content of a script element, which ends at `</script` even inside a string. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
}
