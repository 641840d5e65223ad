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
import { DashboardLoading } from "./dashboard-loading.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import "./staff-header.css";

/**
 * The sticky header of a staff screen: skip link, home link and, for signed-in staff, navigation and sign-out.
 * @param title of the screen, its heading; left out where the screen has a heading of its own
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

/** The screens in the order of a working day, and whose permission opens each. What stands behind each asks for itself. */
const screens = [
  {
    to: pages.admin.path,
    label: "Dashboard",
    may: canViewLeads,
    // Its lists in full are a part of it; every other screen has its parts below its own address.
    parts: [
      pages.assessmentList.path,
      pages.signupList.path,
      pages.visitorList.path,
      pages.trackingList.path,
    ] as readonly string[],
  },
  { to: pages.people.path, label: "People", may: canViewLeads },
  { to: pages.events.path, label: "Events", may: canViewLeads },
  { to: pages.letters.path, label: "Letters", may: canViewLeads },
  { to: pages.quarantine.path, label: "Quarantine", may: canViewLeads },
  { to: pages.team.path, label: "Team", may: canManageTeam },
  { to: pages.auditLog.path, label: "Audit log", may: canReadAudit },
  { to: pages.health.path, label: "Health", may: canSeeHealth },
  { to: pages.account.path, label: "Account", may: canManageOwnAccount },
] as const;

/** The screens that this person may open: a row of links, and a menu where there is no room for a row. */
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
        .filter(({ may }) => may(staff))
        .map((screen) => (
          <li key={screen.to}>
            <Link to={screen.to} aria-current={currentOf(screen, pathname)}>
              {screen.label}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** `page` on the screen's own page, `true` on a part of it. */
function currentOf(screen: (typeof screens)[number], pathname: string): "page" | "true" | undefined {
  if (pathname === screen.to) return "page";
  const isPart = "parts" in screen ? screen.parts.includes(pathname) : pathname.startsWith(`${screen.to}/`);
  return isPart ? "true" : undefined;
}
