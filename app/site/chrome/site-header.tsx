import { practice } from "#content/practice.ts";
import { Mark } from "#app/ui/mark.tsx";
import { Lines } from "#app/ui/numeral-heading.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { SiteMenu } from "./site-menu.tsx";
import "./site-header.css";

/**
 * The sticky header of public pages: skip link, firm name as home link, Form CRS, phone, menu.
 * @param path current path, which is marked in the menu
 */
export function SiteHeader({ path }: { path: string }) {
  return (
    <header className="site-header">
      <SkipLink />
      <div className="wrap">
        <a className="firm" href="/">
          <Mark />
          <span>
            <Lines lines={practice.firmNameLines} />
          </span>
        </a>
        <nav aria-label="Site">
          <a href="/form-crs">Form CRS</a>
          <a className="num phone" href={`tel:${practice.phone.dial}`}>
            {practice.phone.display}
          </a>
          <SiteMenu path={path} />
        </nav>
      </div>
    </header>
  );
}
