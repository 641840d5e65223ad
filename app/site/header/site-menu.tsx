import type { ReactNode } from "react";
import { listArticles } from "#app/pages/articles.ts";
import { pages } from "#app/pages/registry.ts";
import { menu } from "#content/menu.ts";
import type { MenuLink as Link } from "#content/schema.ts";
import "./site-menu.css";

/** The menu is part of every page, so its size is limited. The list of articles contains all of them. */
const maxArticles = 6;

type MenuGroup = { label?: string | undefined; links: readonly Link[] };

/**
 * The menu of specification section 2, including the first articles. The error screen that a browser renders knows no articles and links to
 * their list instead.
 */
export function listMenuGroups(): MenuGroup[] {
  const articles = listArticles()
    .slice(0, maxArticles)
    .map(({ path, menuLabel }) => ({ path, label: menuLabel }));
  const entries = articles.length === 0 ? [{ path: pages.blog.path, label: "Articles" }] : articles;
  return menu.map(({ label, links }) => ({ label, links: links === "articles" ? entries : links }));
}

/**
 * The menu as a popover. The browser opens and closes it and exposes its state to assistive technology.
 * @param children links above the menu on small screens, whose header has no room for them
 */
export function SiteMenu({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <button type="button" className="menu-button" popoverTarget="menu">
        <span>Menu</span>
        <svg viewBox="0 0 12 8" aria-hidden="true">
          <path d="m1 1.5 5 5 5-5" />
        </svg>
      </button>
      <div className="menu" id="menu" popover="auto">
        <div className="menu-header-links">{children}</div>
        <ul>
          {listMenuGroups().map((group) => (
            <li key={group.label ?? group.links[0]?.path}>
              <MenuEntry group={group} path={path} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function MenuEntry({ group, path }: { group: MenuGroup; path: string }) {
  const [first] = group.links;
  if (group.label === undefined && first !== undefined) return <MenuLink link={first} path={path} />;
  return (
    <>
      <p>{group.label}</p>
      <ul>
        {group.links.map((link) => (
          <li key={link.path}>
            <MenuLink link={link} path={path} />
          </li>
        ))}
      </ul>
    </>
  );
}

function MenuLink({ link, path }: { link: Link; path: string }) {
  return (
    <a href={link.path} aria-current={link.path === path ? "page" : undefined}>
      {link.label}
      {link.featured === true ? (
        <span className="featured">
          <span className="unseen"> (featured)</span>
        </span>
      ) : null}
    </a>
  );
}
