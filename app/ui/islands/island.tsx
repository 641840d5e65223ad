import type { ReactNode } from "react";

/** Addresses of the two scripts that bring a form to life: the small one that waits, and the island itself. */
export type IslandScripts = { loader: string; island: string };

/**
 * Marks the one part of a page that React takes over in the browser; the page around it stays plain. The children must be
 * what the island itself renders from the same props, and complete without it.
 * @param props handed to the island as JSON
 */
export function Island<Props>({
  scripts,
  props,
  children,
}: {
  scripts: IslandScripts;
  props: Props;
  children: ReactNode;
}) {
  return (
    <>
      <div data-island={scripts.island} data-props={JSON.stringify(props)}>
        {children}
      </div>
      <script type="module" async src={scripts.loader} />
    </>
  );
}
