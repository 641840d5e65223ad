import { pages } from "#app/pages/registry.ts";
import { monthDayIn } from "#app/platform/calendar/zoned-time.ts";
import { Mark } from "#app/ui/mark.tsx";
import { Lines } from "#app/ui/numeral-heading.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { practice } from "#content/practice.ts";
import type { PromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { SiteMenu } from "./site-menu.tsx";
import "./site-header.css";

/**
 * The sticky header of public pages. Small screens show the firm's name, a phone button and the menu, which then also contains the
 * other links.
 * @param path current path, which is marked in the menu
 */
export function SiteHeader({ path, promoted }: { path: string; promoted?: PromotedEvent | undefined }) {
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
          <div className="header-links">
            <HeaderLinks path={path} promoted={promoted} />
          </div>
          <a className="phone-button" href={`tel:${practice.phone.dial}`}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6.6 3.5 9 3l2 4.8-2 1.6a12 12 0 0 0 5.6 5.6l1.6-2L21 15l-.5 2.4a4 4 0 0 1-4.1 3.1A15.5 15.5 0 0 1 3.5 7.6a4 4 0 0 1 3.1-4.1Z" />
            </svg>
            <span className="unseen">{`Call ${practice.phone.display}`}</span>
          </a>
          <SiteMenu path={path}>
            <HeaderLinks path={path} promoted={promoted} />
          </SiteMenu>
        </nav>
      </div>
    </header>
  );
}

/** Links of the header that small screens show in the menu. */
function HeaderLinks({ path, promoted }: { path: string; promoted: PromotedEvent | undefined }) {
  return (
    <>
      <a href={pages.eventSignup.path} aria-current={path === pages.eventSignup.path ? "page" : undefined}>
        {promoted === undefined
          ? "Live event"
          : `Live event, ${monthDayIn(promoted.timeZone, promoted.startsAt)}`}
      </a>
      <a href="/about" aria-current={path === "/about" ? "page" : undefined}>
        About
      </a>
      <a href="/form-crs" aria-current={path === "/form-crs" ? "page" : undefined}>
        Form CRS
      </a>
      <a className="num" href={`tel:${practice.phone.dial}`}>
        {practice.phone.display}
      </a>
      <OutsideLink className="btn book" href={practice.schedulingUrl}>
        Book a call
      </OutsideLink>
    </>
  );
}
