/**
 * What a route says about how its page is delivered (`export const handle`). The deepest route that says it decides.
 */
export type PageHandle = {
  /**
   * `none`: plain HTML, no script but the one that counts visits. `island`: one form is hydrated, the rest of the page stays static.
   * `router`: React and the router hydrate the whole page (staff area only).
   */
  scripts: "none" | "island" | "router";
  /** The same for every visitor, but for the token of a form: rendered once by the running program and kept in memory. */
  shared: boolean;
  /** False: visits of this page are not counted. Those of pages that are not shared never are: their addresses can be secret. */
  visits?: false;
  /** False disables the external identity service on this page. On the not-found page, it could read a mistyped secret URL. */
  pixel?: false;
  /** The data that a shared page displays. The page is rendered again when the data changes. */
  follows?: "live-event";
  /** The form on it. A shared page is kept with a placeholder, in whose place each visitor gets a token of their own. */
  form?: "assessment" | "event-signup";
  /** Origins whose pages may be shown in a frame of this page; none where nothing is said. */
  frames?: readonly string[];
};

const privateStaffPage: PageHandle = { scripts: "router", shared: false };

/** The delivery of a page from the handles of its matched routes, outermost first. */
export function pageHandleOf(handles: readonly unknown[]): PageHandle {
  return handles.findLast(isPageHandle) ?? privateStaffPage;
}

/** Whether visits of a page are counted, and so whether it carries the visit script. */
export function countsVisits({ shared, visits }: PageHandle): boolean {
  return shared && visits !== false;
}

function isPageHandle(value: unknown): value is PageHandle {
  return typeof value === "object" && value !== null && "scripts" in value && "shared" in value;
}
