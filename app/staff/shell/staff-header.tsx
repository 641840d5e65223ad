import { Link, useLocation, useNavigation } from "react-router";
import {
  canManageOwnAccount,
  canManageTeam,
  canReadAudit,
  canSeeHealth,
  canViewLeads,
} from "#app/identity/accounts/permissions.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { type Page, pages } from "#app/pages/registry.ts";
import { Mark } from "#app/ui/mark.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { practice } from "#content/practice.ts";
import { loadingAssessments } from "./error-page.messages.ts";
import { SignOutButton } from "#app/staff/session/sign-out-button.tsx";
import "./staff-header.css";

/**
 * The sticky header of a staff screen: skip link, home link and, for signed-in staff, navigation and sign-out.
 * @param title heading of the screen, unless the screen has its own
 */
export function StaffHeader({ title, staff }: { title?: string; staff?: Staff | undefined }) {
  return (
    <>
      <SkipLink />
      <header className="staff-header">
        <div className="wrap">
          {/* A full page load, because public pages are outside this router. */}
          <a className="home" href="/">
            <Mark />
            <span className={title === undefined ? "serif" : "unseen"}>{practice.firmName}</span>
          </a>
          {title === undefined ? null : <h1>{title}</h1>}
          {staff === undefined ? null : (
            <>
              <Screens staff={staff} />
              <p className="soft who">{staff.name}</p>
              <SignOutButton />
              <DashboardLoading />
            </>
          )}
        </div>
      </header>
    </>
  );
}

const permissions = {
  leads: canViewLeads,
  team: canManageTeam,
  audit: canReadAudit,
  health: canSeeHealth,
  account: canManageOwnAccount,
} as const;

const registeredPages: readonly Page[] = Object.values(pages);

/** The navigation. The screens check the permissions again. */
const screens = registeredPages.flatMap(({ path, title, name = title, staffMenu }) =>
  staffMenu === undefined ? [] : [{ path, name, isPermitted: permissions[staffMenu] }],
);

/** Screens that are reached from the dashboard. */
const dashboardParts = registeredPages
  .filter(({ path, staffMenu }) => staffMenu === undefined && path.startsWith(`${pages.admin.path}/`))
  .map(({ path }) => path);

/** The permitted screens: a row of links, or a menu on narrow screens. */
function Screens({ staff }: { staff: Staff }) {
  const { pathname } = useLocation();
  const { location: pending } = useNavigation();
  return (
    <nav aria-label="Staff area">
      <ScreenLinks staff={staff} pathname={pathname} />
      {/* Closes when a link is clicked. */}
      <details key={pending?.pathname ?? pathname}>
        <summary className="btn">Menu</summary>
        <ScreenLinks staff={staff} pathname={pathname} />
      </details>
    </nav>
  );
}

function ScreenLinks({ staff, pathname }: { staff: Staff; pathname: string }) {
  return (
    <ul>
      {screens
        .filter(({ isPermitted }) => isPermitted(staff))
        .map(({ path, name }) => (
          <li key={path}>
            <Link to={path} aria-current={getCurrent(path, pathname)}>
              {name}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** `page` on the screen's own page, `true` on a part of it. */
function getCurrent(screen: string, pathname: string): "page" | "true" | undefined {
  if (pathname === screen) return "page";
  const isPart =
    screen === pages.admin.path ? dashboardParts.includes(pathname) : pathname.startsWith(`${screen}/`);
  return isPart ? "true" : undefined;
}

/** Whether a navigation to the dashboard is pending. A navigation away from the dashboard does not count. */
export function useIsDashboardPending(): boolean {
  return useNavigation().location?.pathname === pages.admin.path;
}

/** Announces on other screens that the dashboard is loading (specification section 4). The dashboard shows this in its own sections. */
function DashboardLoading() {
  const isPending = useIsDashboardPending();
  const isOnDashboard = useLocation().pathname === pages.admin.path;
  return (
    <p className="pending soft small" aria-live="polite">
      {isPending && !isOnDashboard ? loadingAssessments : null}
    </p>
  );
}
