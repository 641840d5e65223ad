import { practice } from "#content/practice.ts";

/** The groups of the page index with their pages, from section 2 of the specification. */
export const specifiedGroups: readonly { title: string; paths: readonly string[] }[] = [
  {
    title: "Main Website Pages",
    paths: [
      "/",
      "/reviews",
      `/${practice.servicePageSlug}`,
      "/business-valuation",
      "/tax-strategies",
      "/succession-planning",
      "/faqs",
    ],
  },
  {
    title: "Blog Articles",
    paths: [
      "/blog/when-to-start-exit-planning",
      "/blog/tax-reduction-strategies",
      "/blog/fiduciary-vs-broker",
      "/blog/dumbest-mistake-young-founders",
      "/blog/business-owners-screw-up-selling",
      "/blog/why-plan-before-loi",
    ],
  },
  {
    title: "Regulatory Documents",
    paths: ["/form-crs", "/form-adv-part-2a", "/form-adv-part-2b", "/privacy-policy"],
  },
  { title: "Tools & Assessments", paths: ["/linkedin-live-signup", "/pre-loi-assessment"] },
  { title: "System Pages", paths: ["/compliance-dashboard", "/page-that-does-not-exist"] },
];

export const indexedPaths: readonly string[] = specifiedGroups.flatMap(({ paths }) => paths);

/** The pages that *Print All* opens: all except the index itself. */
export const printedPaths: readonly string[] = indexedPaths.filter(
  (path) => path !== "/compliance-dashboard",
);
