import { practice } from "./practice.ts";
import type { MenuGroup } from "./schema.ts";

/** The header's menu, in the order of specification section 2. A group without a label is a single link; the links of
 * `articles` come from the files in `content/articles/`. */
export const menu: readonly MenuGroup[] = [
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
];

/** The documents and pages that the footer links to. */
export const footerLinks = [
  { path: "/form-crs", label: "Form CRS" },
  { path: "/form-adv-part-2a", label: "Form ADV Part 2A" },
  { path: "/form-adv-part-2b", label: "Form ADV Part 2B" },
  { path: "/privacy-policy", label: "Privacy Policy" },
  { path: "/faqs", label: "FAQs" },
  { path: "/reviews", label: "Reviews" },
] as const satisfies readonly { path: string; label: string }[];
