import type { ReactNode } from "react";

/** URLs of the two scripts that hydrate a form: the loader and the island. */
export type IslandScripts = { loader: string; island: string };

/**
 * Marks the part of a page that React hydrates. The children must match what the island renders from the same props, and work without it.
 * @param props passed to the island as JSON
 */
export function Island<Props>({
  scripts,
  props,
  documents,
  children,
}: {
  scripts: IslandScripts;
  props: Props;
  /** Published content that differs from the content in the script, as JSON. */
  documents?: string | undefined;
  children: ReactNode;
}) {
  return (
    <>
      <div data-island={scripts.island} data-props={JSON.stringify(props)} data-documents={documents}>
        {children}
      </div>
      <script type="module" async src={scripts.loader} />
    </>
  );
}
