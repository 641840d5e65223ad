import { practice } from "#content/practice.ts";

/** A row of the route table, with what an anonymous visitor gets. */
export type SpecifiedRoute = {
  path: string;
  screen: string;
  /** 302 leads to `/auth`. */
  status: 200 | 302 | 404;
  /** Whether search engines may list it. */
  isIndexed: boolean;
};

/**
 * The route table of specification section 2, in its order. `{product}` is `practice.servicePageSlug`.
 * Pages of staff are not indexed either, although the specification says so of `/auth` and `/compliance-dashboard` alone.
 */
export const specifiedRoutes: readonly SpecifiedRoute[] = [
  page("/", "Home"),
  page("/reviews", "Client Reviews"),
  page(`/${practice.servicePageSlug}`, "Landing page"),
  page("/business-valuation", "Landing page"),
  page("/tax-strategies", "Content page"),
  page("/succession-planning", "Content page"),
  page("/blog/when-to-start-exit-planning", "Article"),
  page("/blog/tax-reduction-strategies", "Article"),
  page("/blog/fiduciary-vs-broker", "Article"),
  page("/blog/dumbest-mistake-young-founders", "Article"),
  page("/blog/business-owners-screw-up-selling", "Article"),
  page("/blog/why-plan-before-loi", "Article"),
  page("/linkedin-live-signup", "Live event signup"),
  page("/pre-loi-assessment", "Readiness assessment"),
  { path: "/admin", screen: "Admin dashboard", status: 302, isIndexed: false },
  page("/faqs", "FAQ page"),
  page("/form-crs", "Client relationship summary"),
  page("/form-adv-part-2a", "Adviser brochure (PDF)"),
  page("/form-adv-part-2b", "Brochure supplement"),
  page("/privacy-policy", "Privacy and disclosure"),
  { path: "/compliance-dashboard", screen: "Page index", status: 200, isIndexed: false },
  { path: "/auth", screen: "Admin access", status: 200, isIndexed: false },
  { path: "/any-other-path", screen: "Not found", status: 404, isIndexed: false },
];

/** Rows whose page is still to come: until then they answer as not found. A page that is built leaves this list. */
export const notYetBuilt: readonly string[] = [];

/** Rows whose page is there. */
export const builtRoutes: readonly SpecifiedRoute[] = specifiedRoutes.filter(
  ({ path }) => !notYetBuilt.includes(path),
);

function page(path: string, screen: string): SpecifiedRoute {
  return { path, screen, status: 200, isIndexed: true };
}
