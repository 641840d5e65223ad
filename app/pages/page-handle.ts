/**
 * A route's declaration of how its page is delivered (`export const handle`). The deepest matched route takes precedence.
 */
export type PageHandle = {
  /**
   * `none`: plain HTML with only the visit script. `island`: one form is hydrated, the rest of the page stays static.
   * `router`: React and the router hydrate the whole page (staff area only).
   */
  scripts: "none" | "island" | "router";
  /** Whether the page is identical for all visitors except for form tokens. Such pages are rendered once and cached in memory. */
  shared: boolean;
  /** The island only changes attributes and text, so that the page's styles need no rule for other elements. */
  fixedElements?: true;
  /** False disables visit tracking on this page. Pages that are not shared are never tracked, because their URLs can be secret. */
  visits?: false;
  /** False disables the external identity service on this page. On the not-found page, it could read a mistyped secret URL. */
  pixel?: false;
  /** The form on the page. A shared page is cached with a placeholder, which is replaced with a token for each visitor. */
  form?: "assessment" | "event-signup";
  /** Origins that this page can display in a frame; none by default. */
  frames?: readonly string[];
};

const privateStaffPage: PageHandle = { scripts: "router", shared: false };

/** The delivery of a page from the handles of its matched routes, outermost first. */
export function pageHandleOf(handles: readonly unknown[]): PageHandle {
  return handles.findLast(isPageHandle) ?? privateStaffPage;
}

/** Whether visits of a page are tracked, so that it contains the visit script. */
export function countsVisits({ shared, visits }: PageHandle): boolean {
  return shared && visits !== false;
}

function isPageHandle(value: unknown): value is PageHandle {
  return typeof value === "object" && value !== null && "scripts" in value && "shared" in value;
}
