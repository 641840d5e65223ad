import { formPaths } from "./form-paths.ts";
import { practice } from "#content/practice.ts";

/** Groups of the page index (specification section 2). */
export type PageGroup = "main" | "blog" | "regulatory" | "tools" | "system";

/**
 * The definition of a page. Its route, title, canonical URL, indexing, breadcrumbs, sitemap entry, place in the page index and in the print
 * pack derive from it.
 */
export type Page = {
  path: string;
  /** The route module below `app/`. Sign-in pages have none, because `app/routes.ts` lists them with the links in emails. */
  file?: string;
  /** Adds the page to the navigation of the staff area, for accounts with this permission. */
  staffMenu?: StaffMenuPermission;
  /** Adds the page to the settings in that navigation. */
  settingsMenu?: StaffMenuPermission;
  /** The URL pattern, if it differs from the path. */
  pattern?: string;
  /** The URL pattern of the same page about one event, whose id it contains. */
  eventPattern?: string;
  /** Canonical path for a page whose own URL contains a secret key. */
  canonicalPath?: string;
  /** Name in breadcrumbs and, without `searchTitle`, in search results. */
  title: string;
  /** The text of `<title>` without the firm's name, if the title lacks the words that people search for or is longer than 60 characters. */
  searchTitle?: string | undefined;
  /** Title on the share image, if it differs from the title. */
  shareTitle?: string;
  /** Name in lists of pages, if it differs from the title. */
  name?: string;
  description: string;
  /** Whether search engines may list the page. */
  index: boolean;
  /** The page between the home page and this one in the breadcrumbs. */
  parent?: Pick<Page, "path" | "title">;
  /** A page without a group is not in the page index. */
  group?: PageGroup;
  /** Day of the last substantial change. Each indexed page has one, except the list of articles. */
  modified?: string;
};

/** Names of permissions (`app/staff/shell/staff-header.tsx`). */
export type StaffMenuPermission = "leads" | "record" | "team" | "audit" | "health" | "account";

const { city, stateName } = practice.postalAddress;

/**
 * Pages with a component of their own. The staff area loads this file in the browser, so it contains no page content. Pages that consist of
 * content are in `content-pages.ts`, articles in `articles.ts`.
 */
export const pages = {
  home: {
    path: "/",
    file: "site/home/home.route.tsx",
    title: `Exit Planning Advisor in ${city}`,
    name: "Home",
    description: `Independent fiduciary advice for owners of $10M+ companies who are thinking about a sale: exit planning, tax, succession and estate. ${city}, ${stateName}.`,
    index: true,
    group: "main",
    modified: "2026-11-22",
  },
  reviews: {
    path: "/reviews",
    file: "site/reviews/reviews.route.tsx",
    title: "Client Reviews",
    searchTitle: "Independent Client Reviews",
    description: `Reviews of ${practice.firmName} collected by an independent service, positive and negative, and three questions to ask a reference.`,
    index: true,
    group: "main",
    modified: "2026-11-22",
  },
  faqs: {
    path: "/faqs",
    file: "site/faqs/faqs.route.tsx",
    title: "Questions owners ask before a sale",
    searchTitle: "Selling a Business: FAQs",
    description:
      "Short answers to 17 questions about selling a company: timing, price, tax, family, confidentiality and fees. For owners of $10M+ companies.",
    index: true,
    group: "main",
    modified: "2026-11-22",
  },
  blog: {
    path: "/blog",
    file: "site/articles/article-index.route.tsx",
    title: "Articles for owners planning a sale",
    searchTitle: "Articles on Selling a Company",
    description:
      "Six articles on selling a company: timing, tax, letters of intent, mistakes and choosing an advisor. Figures with their year and source.",
    index: true,
  },
  sevenSteps: {
    path: "/seven-steps",
    file: "site/guides/seven-steps.route.tsx",
    title: "Seven steps to sell your company",
    description:
      "The seven decisions an owner makes on the way to a sale, in order, with timing and what you have at the end of each step.",
    index: true,
    modified: "2026-11-23",
  },
  manufacturerSale: {
    path: "/manufacturer-sale",
    file: "site/guides/manufacturer-sale.route.tsx",
    title: "Selling a $20M manufacturer",
    description:
      "Hypothetical case of a $20M S corporation: asset or stock sale, F reorganization, 338(h)(10), recapture, real estate and rollover equity, with the tax of each.",
    index: true,
    modified: "2026-11-23",
  },
  complianceDashboard: {
    path: "/compliance-dashboard",
    file: "compliance/page-index/page-index.route.tsx",
    title: "Compliance Dashboard",
    description: "Every page of the site, to look at and to print.",
    index: false,
    group: "system",
  },
  printPack: {
    path: "/compliance-dashboard/print-pack",
    file: "compliance/page-index/print-pack.route.tsx",
    title: "Print pack",
    description: "Every page of the site in one document.",
    index: false,
  },
  eventSignup: {
    path: formPaths.eventSignup,
    eventPattern: `${formPaths.eventOnDate}/:eventId`,
    file: "events/signup-page/event-signup.route.tsx",
    title: "Free live event for business owners",
    searchTitle: "Selling a Company: Live Event",
    description: `A free live event for owners of $10M+ companies: what to finish before a letter of intent. Limited seats, a calendar invite, and time for your questions.`,
    index: true,
    group: "tools",
    modified: "2026-11-22",
  },
  eventRegistered: {
    path: formPaths.eventRegistered,
    eventPattern: `${formPaths.eventRegistered}/:eventId`,
    file: "events/confirmation-page/event-confirmation.route.tsx",
    title: "Registration Successful",
    description: "Your sign-up for the live event was received.",
    index: false,
  },
  eventWaitingList: {
    path: formPaths.eventWaitingList,
    eventPattern: `${formPaths.eventWaitingList}/:eventId`,
    file: "events/confirmation-page/event-confirmation.route.tsx",
    title: "On the waiting list",
    description: "You are on the waiting list of the live event.",
    index: false,
  },
  eventNextDate: {
    path: formPaths.eventNextDate,
    file: "events/confirmation-page/event-confirmation.route.tsx",
    title: "We’ll notify you about the next event",
    description: "We’ll email you once when the next event is scheduled.",
    index: false,
  },
  attendee: {
    path: "/linkedin-live-signup/place",
    pattern: "/linkedin-live-signup/place/:key",
    file: "events/attendee-page/attendee-page.route.tsx",
    canonicalPath: "/linkedin-live-signup",
    title: "Your registration",
    description: "See, change or cancel your registration for the live event.",
    index: false,
  },
  checkEmail: {
    path: formPaths.checkEmail,
    file: "intake/mailbox-confirmation/check-email.route.tsx",
    title: "One more step",
    description: "Confirm your email address, so that we can complete your request.",
    index: false,
  },
  confirmMailbox: {
    path: "/confirm",
    pattern: "/confirm/:token",
    file: "intake/mailbox-confirmation/confirm-mailbox.route.tsx",
    title: "Confirm your email address",
    description: "Confirm your email address, so that we can complete your request.",
    index: false,
  },
  letterPreferences: {
    path: "/letters/preferences",
    pattern: "/letters/preferences/:key",
    file: "people/preferences/email-preferences.route.tsx",
    canonicalPath: "/",
    title: "Your email and call preferences",
    description: "Choose which emails and calls you get from us.",
    index: false,
  },
  assessment: {
    path: formPaths.assessment,
    file: "assessments/form/assessment.route.tsx",
    title: "Pre-LOI Assessment: seven questions",
    searchTitle: "Pre-LOI Assessment: 7 Questions",
    description:
      "Seven questions an owner should be able to answer before signing a letter of intent. Three minutes, a score, and a next step for each weak answer.",
    index: true,
    group: "tools",
    modified: "2026-11-22",
  },
  assessmentResult: {
    path: formPaths.assessmentResult,
    pattern: "/pre-loi-assessment/result/:key",
    file: "assessments/result/assessment-result.route.tsx",
    canonicalPath: "/pre-loi-assessment",
    title: "Your Pre-LOI Assessment",
    description: "Your readiness by topic, with your next steps.",
    index: false,
  },
  auth: { path: "/auth", title: "Admin Access", description: "Sign in for staff.", index: false },
  prove: {
    path: "/auth/prove",
    title: "Confirm your identity",
    description: "Verify your second factor or sign in again.",
    index: false,
  },
  newPassword: {
    path: "/auth/new-password",
    title: "Choose a longer password",
    description: "Replace a password that is too short for your account.",
    index: false,
  },
  enrollment: {
    path: "/auth/second-factor",
    title: "Set up a second factor",
    description: "Set up the second factor that your account needs.",
    index: false,
  },
  confirmAddress: {
    path: "/auth/confirm",
    canonicalPath: "/auth",
    title: "Confirm your address",
    description: "Confirm the address of a new account.",
    index: false,
  },
  passwordReset: {
    path: "/auth/reset",
    title: "Choose a new password",
    description: "Request a link to choose a new password.",
    index: false,
  },
  invitation: {
    path: "/auth/invitation",
    canonicalPath: "/auth",
    title: "Your invitation",
    description: "Create your account.",
    index: false,
  },
  setUp: {
    path: "/auth/set-up",
    canonicalPath: "/auth",
    title: "Set up the first owner",
    description: "Create the first owner's account.",
    index: false,
  },
  today: {
    path: "/admin/today",
    file: "staff/today/today.route.tsx",
    title: "Today",
    description: "People to follow up, the most urgent first.",
    index: false,
    staffMenu: "leads",
  },
  assessmentList: {
    path: "/admin/assessments",
    file: "staff/assessments/assessments.route.tsx",
    title: "Pre-LOI Assessments",
    description: "All assessments, with search and filters.",
    index: false,
  },
  signupList: {
    path: "/admin/signups",
    file: "staff/signups/signups.route.tsx",
    title: "LinkedIn Live Signups",
    description: "All sign-ups for live events, with search and filters.",
    index: false,
  },
  visitorList: {
    path: "/admin/visitors",
    file: "staff/visits/visitors.route.tsx",
    title: "Website Visitors",
    description: "All visits, with search and filters.",
    index: false,
  },
  trackingList: {
    path: "/admin/tracking",
    file: "staff/visits/tracking-events.route.tsx",
    title: "Tracking Data",
    description: "All tracking events, with filters.",
    index: false,
  },
  people: {
    path: "/admin/people",
    file: "staff/people/people.route.tsx",
    title: "People",
    description: "All data stored about a person.",
    index: false,
    staffMenu: "leads",
  },
  events: {
    path: "/admin/events",
    file: "staff/events/events.route.tsx",
    title: "Events",
    description: "Live events: dates, seats, waiting list and attendance.",
    index: false,
    staffMenu: "leads",
  },
  sources: {
    path: "/admin/sources",
    file: "staff/sources/sources.route.tsx",
    title: "Sources",
    description: "Campaigns, channels and pages of arrival, with the people they brought.",
    index: false,
    staffMenu: "leads",
  },
  record: {
    path: "/admin/record",
    file: "staff/record/record.route.tsx",
    title: "Record",
    description: "Every page of the site as it was published.",
    index: false,
    staffMenu: "record",
  },
  admin: {
    path: "/admin",
    file: "staff/dashboard/dashboard.route.tsx",
    title: "Admin Dashboard",
    name: "Dashboard",
    description: "Leads of the firm, for its staff.",
    index: false,
    staffMenu: "leads",
  },
  letters: {
    path: "/admin/letters",
    file: "staff/email/emails.route.tsx",
    title: "Email",
    description: "Every email with its status and content.",
    index: false,
    settingsMenu: "leads",
  },
  quarantine: {
    path: "/admin/quarantine",
    file: "staff/quarantine/quarantine.route.tsx",
    title: "Quarantine",
    description: "Submissions that wait for review.",
    index: false,
    settingsMenu: "leads",
  },
  integrations: {
    path: "/admin/integrations",
    file: "staff/integrations/integrations.route.tsx",
    title: "Integrations",
    description: "Other systems that receive leads, and what was sent to them.",
    index: false,
    settingsMenu: "leads",
  },
  team: {
    path: "/admin/team",
    file: "staff/team/team.route.tsx",
    title: "Team",
    description: "Accounts and their roles.",
    index: false,
    settingsMenu: "team",
  },
  auditLog: {
    path: "/admin/audit",
    file: "staff/audit/audit-log.route.tsx",
    title: "Audit Log",
    name: "Audit log",
    description: "Who did what, and when.",
    index: false,
    settingsMenu: "audit",
  },
  health: {
    path: "/admin/health",
    file: "staff/health/health.route.tsx",
    title: "Health",
    description: "Status of the database, email and program.",
    index: false,
    settingsMenu: "health",
  },
  account: {
    path: "/admin/account",
    file: "staff/account/account.route.tsx",
    title: "Your Account",
    name: "Account",
    description: "Your name, password and other sign-in methods.",
    index: false,
    settingsMenu: "account",
  },
  notFound: {
    path: "/404",
    pattern: "/*",
    file: "site/chrome/not-found.route.tsx",
    title: "Page not found",
    description: "There is no page at this address.",
    index: false,
  },
} as const satisfies Record<string, Page>;

/** Path of the RSS feed of articles. */
export const feedPath = "/blog/rss.xml";
