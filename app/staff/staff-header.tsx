import { NavLink } from "react-router";
import { canManageOwnAccount, canManageTeam, canViewLeads } from "#app/identity/can.ts";
import type { Staff } from "#app/identity/staff.ts";
import { pages } from "#app/pages/registry.ts";
import { Mark } from "#app/ui/mark.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { practice } from "#content/practice.ts";
import { SignOutButton } from "./sign-out-button.tsx";

/**
 * The head of a staff screen: way past it, way home, and for somebody who is signed in the way to the other screens and out.
 * @param title of the screen, its heading; left out where the screen has a heading of its own
 */
export function StaffHeader({ title, staff }: { title?: string; staff?: Staff }) {
  return (
    <>
      <SkipLink />
      <header className="staff-header wrap">
        {/* A whole page load: public pages have no router to go there with. */}
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
          </>
        )}
      </header>
    </>
  );
}

/** The screens that this person may open. What stands behind each asks for itself. */
function Screens({ staff }: { staff: Staff }) {
  const screens = [
    { to: pages.admin.path, label: "Dashboard", may: canViewLeads },
    { to: pages.team.path, label: "Team", may: canManageTeam },
    { to: pages.account.path, label: "Account", may: canManageOwnAccount },
  ];
  return (
    <nav aria-label="Staff area">
      <ul>
        {screens
          .filter(({ may }) => may(staff))
          .map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end>
                {label}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
