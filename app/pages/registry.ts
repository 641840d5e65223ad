import { practice } from "#content/practice.ts";

/** One entry for each page: where it is, what it is called, whether search engines may list it. */
export type Page = {
  path: string;
  /** The text of `<title>`, without the firm's name. */
  title: string;
  description: string;
  index: boolean;
};

const { city, stateName } = practice.postalAddress;

export const pages = {
  home: {
    path: "/",
    title: `Exit planning for business owners, ${city}`,
    description: `Independent fiduciary advice for owners of $10M+ companies who are thinking about a sale: exit planning, tax, succession and estate. ${city}, ${stateName}.`,
    index: true,
  },
  assessment: {
    path: "/pre-loi-assessment",
    title: "Pre-LOI Assessment: seven questions",
    description:
      "Seven questions an owner should be able to answer before signing a letter of intent. Three minutes, a score, and a next step for each weak answer.",
    index: true,
  },
  assessmentResult: {
    path: "/pre-loi-assessment/result",
    title: "Your Pre-LOI Assessment",
    description: "Your readiness by topic, with your next moves.",
    index: false,
  },
  auth: { path: "/auth", title: "Admin Access", description: "Sign in for staff.", index: false },
  setUp: {
    path: "/auth/set-up",
    title: "Set up the first administrator",
    description: "Create the first administrator's account.",
    index: false,
  },
  admin: {
    path: "/admin",
    title: "Admin Dashboard",
    description: "Leads of the practice, for its staff.",
    index: false,
  },
  notFound: {
    path: "/404",
    title: "Page not found",
    description: "There is no page at this address.",
    index: false,
  },
} as const satisfies Record<string, Page>;

/** The full text of a page's `<title>`. */
export function titleOf(page: Page): string {
  return page.path === "/" ? `${practice.firmName}: ${page.title}` : `${page.title} | ${practice.firmName}`;
}
