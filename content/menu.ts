import { practice } from "./practice.ts";
import type { FooterGroup, MenuGroup } from "./schema.ts";
import { released } from "./release/release.ts";

/**
 * The header's menu, in the order of specification section 2. A group without a label is a single link. The value `articles` stands for
 * all files in `content/articles/`.
 */
export const menu: readonly MenuGroup[] = released("menu", [
  { links: [{ path: "/", label: "Home" }] },
  {
    label: "Services",
    links: [
      { path: `/${practice.servicePageSlug}`, label: "Exit Planning" },
      { path: "/business-valuation", label: "Business Valuation" },
      { path: "/tax-strategies", label: "Tax Strategies" },
      { path: "/succession-planning", label: "Succession Planning" },
      { path: "/pre-loi-assessment", label: "Pre-LOI Assessment", featured: true },
    ],
  },
  {
    label: "Resources",
    links: "articles",
  },
  { links: [{ path: "/reviews", label: "Reviews" }] },
  { links: [{ path: "/auth", label: "Admin Login" }] },
]);

/** The regulatory documents, which the footer of every page links to. */
export const documentLinks: FooterGroup = {
  label: "Documents",
  links: [
    { path: "/form-crs", label: "Form CRS" },
    { path: "/form-adv-part-2a", label: "Form ADV Part 2A" },
    { path: "/form-adv-part-2b", label: "Form ADV Part 2B" },
    { path: "/privacy-policy", label: "Privacy Policy" },
  ],
};

/** The links of the footer, in groups. */
export const footerGroups: readonly FooterGroup[] = released("footerGroups", [
  {
    label: "Services",
    links: [
      { path: `/${practice.servicePageSlug}`, label: "Exit planning" },
      { path: "/business-valuation", label: "Business valuation" },
      { path: "/tax-strategies", label: "Tax strategies" },
      { path: "/succession-planning", label: "Succession planning" },
    ],
  },
  {
    label: "The firm",
    links: [
      { path: "/about", label: "About" },
      { path: "/reviews", label: "Reviews" },
      { path: "/faqs", label: "FAQs" },
    ],
  },
  {
    label: "Learn",
    links: [
      { path: "/linkedin-live-signup", label: "Live event" },
      { path: "/seven-steps", label: "The seven steps" },
      { path: "/manufacturer-sale", label: "Selling a manufacturer" },
      { path: "/pre-loi-assessment", label: "Pre-LOI Assessment" },
      { path: "/blog", label: "Articles" },
    ],
  },
  documentLinks,
]);
