import { Link, useLocation, useNavigation } from "react-router";
import {
  canManageOwnAccount,
  canManageTeam,
  canReadAudit,
  canSeeHealth,
  canViewLeads,
} from "#app/identity/accounts/permissions.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { pages } from "#app/pages/registry.ts";
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

/** The navigation, with the permission for each screen. The screens check it again. */
const screens = [
  {
    to: pages.admin.path,
    label: "Dashboard",
    isPermitted: canViewLeads,
    // The parts of the other screens are below their own path.
    parts: [
      pages.assessmentList.path,
      pages.signupList.path,
      pages.visitorList.path,
      pages.trackingList.path,
    ] as readonly string[],
  },
  { to: pages.people.path, label: "People", isPermitted: canViewLeads },
  { to: pages.events.path, label: "Events", isPermitted: canViewLeads },
  { to: pages.letters.path, label: "Email", isPermitted: canViewLeads },
  { to: pages.quarantine.path, label: "Quarantine", isPermitted: canViewLeads },
  { to: pages.team.path, label: "Team", isPermitted: canManageTeam },
  { to: pages.auditLog.path, label: "Audit log", isPermitted: canReadAudit },
  { to: pages.health.path, label: "Health", isPermitted: canSeeHealth },
  { to: pages.account.path, label: "Account", isPermitted: canManageOwnAccount },
] as const;

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
        .map((screen) => (
          <li key={screen.to}>
            <Link to={screen.to} aria-current={getCurrent(screen, pathname)}>
              {screen.label}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** `page` on the screen's own page, `true` on a part of it. */
function getCurrent(screen: (typeof screens)[number], pathname: string): "page" | "true" | undefined {
  if (pathname === screen.to) return "page";
  const isPart = "parts" in screen ? screen.parts.includes(pathname) : pathname.startsWith(`${screen.to}/`);
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
