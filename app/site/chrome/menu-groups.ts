import { articles } from "#app/pages/articles.ts";
import { menu } from "#content/menu.ts";
import type { MenuLink } from "#content/schema.ts";

/** A group of the menu with all of its links. */
export type MenuGroup = { label?: string | undefined; links: readonly MenuLink[] };

/** The menu of specification section 2, with the articles that there are. */
export const menuGroups: readonly MenuGroup[] = menu.map(({ label, links }) => ({
  label,
  links: links === "articles" ? articles.map(({ path, menuLabel }) => ({ path, label: menuLabel })) : links,
}));
