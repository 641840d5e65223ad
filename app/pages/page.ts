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
  /** The page with the share image, if the build has drawn none for this one. */
  shareImageOf?: Page;
  /** Name in lists of pages, if it differs from the title. */
  name?: string;
  description: string;
  /** Whether search engines may list the page. */
  index: boolean;
  /** The page between the home page and this one in the breadcrumbs. Of a staff page, the one that the navigation marks as current. */
  parent?: Pick<Page, "path" | "title">;
  /** A page without a group is not in the page index. */
  group?: PageGroup | undefined;
  /** Day of the last substantial change. Each indexed page has one, except the list of articles. */
  modified?: string;
};

/** Names of permissions (`app/staff/shell/staff-header.tsx`). */
export type StaffMenuPermission = "leads" | "record" | "team" | "audit" | "incidents" | "health" | "account";
