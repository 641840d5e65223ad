/** The budgets of public pages, in bytes as they are sent unless stated otherwise. `page-size-budgets.start.test.ts` tests every page, and `npm run bench` two of them. */
export const pageBudgets = {
  /**
   * With its styles and headers. TCP sends ten segments before the first acknowledgment, so a smaller page needs no second round trip, even
   * with the overhead of TLS and framing.
   */
  textPage: 14_000,
  /** Articles, regulatory documents, and pages with drawings and the tables of their figures can need a second round trip. */
  longPage: 20_000,
  /** Scripts of a page with a form, without the visit script. */
  formScripts: 75_500,
  /** The script that every page has. */
  visitScript: 3_000,
  /** Elements in the body. From more than 800, the audit "dom-size" of Lighthouse 12 takes points off. */
  elements: 800,
} as const;
