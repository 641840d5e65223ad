import { practice } from "#content/practice.ts";

/** A row of the route table with the response for an anonymous visitor. */
export type SpecifiedRoute = {
  path: string;
  screen: string;
  /** 302 redirects to `/auth`. */
  status: 200 | 302 | 404;
  /** Whether search engines can index it. */
  isIndexed: boolean;
};

/**
 * The route table of specification section 2, in its order. `{product}` is `practice.servicePageSlug`. No staff page is indexed, although
 * the specification says so only of `/auth` and `/compliance-dashboard`.
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

/** Rows without a page yet, which return 404. Remove a row when its page is built. */
export const notYetBuilt: readonly string[] = [];

/** Rows with a page. */
export const builtRoutes: readonly SpecifiedRoute[] = specifiedRoutes.filter(
  ({ path }) => !notYetBuilt.includes(path),
);

function page(path: string, screen: string): SpecifiedRoute {
  return { path, screen, status: 200, isIndexed: true };
}
