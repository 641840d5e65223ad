import { Link, useLocation, useNavigation } from "react-router";
import {
  canManageOwnAccount,
  canManageTeam,
  canReadAudit,
  canOpenIncidentLog,
  canReadRecord,
  canSeeHealth,
  canViewLeads,
} from "#app/identity/accounts/permissions.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import type { Page, StaffMenuPermission } from "#app/pages/page.ts";
import { pages } from "#app/pages/registry.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Mark } from "#app/ui/mark.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { practice } from "#content/practice.ts";
import { loadingAssessments } from "./error-page.messages.ts";
import { restoredText, useFormDrafts } from "#app/staff/session/use-form-drafts.ts";
import { SignOutButton } from "#app/staff/session/sign-out-button.tsx";
import { PeopleSearch } from "#app/staff/header/people-search.tsx";
import { MenuDetails } from "#app/staff/header/menu-details.tsx";
import { headerTexts } from "#app/staff/header/header.messages.ts";
import { ShortcutButton, ShortcutHelp } from "#app/staff/header/shortcut-help.tsx";
import "./staff-header.css";

/**
 * The sticky header of a staff screen: skip link, home link and, for signed-in staff, navigation, search and sign-out. The heading of the
 * screen follows it.
 * @param title heading of the screen, unless the screen has its own
 */
export function StaffHeader({ title, staff }: { title?: string; staff?: Staff | undefined }) {
  const isRestored = useFormDrafts(staff?.id);
  return (
    <>
      <SkipLink />
      <header className="staff-banner">
        <div className="staff-header">
          <div className="wrap">
            {/* A full page load, because public pages are outside this router. */}
            <a className="home" href="/">
              <Mark />
              <span className={staff === undefined ? "serif" : "unseen"}>{practice.firmName}</span>
            </a>
            {staff === undefined ? null : (
              <>
                <Screens staff={staff} />
                {canViewLeads(staff) ? <PeopleSearch /> : null}
                <p className="soft who">{staff.name}</p>
                <SignOutButton />
                <DashboardLoading />
                <ShortcutHelp />
              </>
            )}
          </div>
        </div>
        {title === undefined ? null : (
          <div className="wrap screen-title">
            <h1>{title}</h1>
          </div>
        )}
        {isRestored ? (
          <div className="wrap restored">
            <Alert text={restoredText} isGood />
          </div>
        ) : null}
      </header>
    </>
  );
}

const permissions = {
  leads: canViewLeads,
  record: canReadRecord,
  team: canManageTeam,
  audit: canReadAudit,
  incidents: canOpenIncidentLog,
  health: canSeeHealth,
  account: canManageOwnAccount,
} as const satisfies Record<StaffMenuPermission, (staff: Staff) => boolean>;

const registeredPages: readonly Page[] = Object.values(pages);

type Screen = { path: string; name: string; isPermitted: (staff: Staff) => boolean };

function screensIn(menu: "staffMenu" | "settingsMenu"): Screen[] {
  return registeredPages.flatMap(({ path, title, name = title, [menu]: permission }) =>
    permission === undefined ? [] : [{ path, name, isPermitted: permissions[permission] }],
  );
}

/** The navigation. The screens check the permissions again. */
const mainScreens = screensIn("staffMenu");
const settings = screensIn("settingsMenu");

/** Screens that are reached from the dashboard. */
const dashboardParts = registeredPages
  .filter(
    ({ path, staffMenu, settingsMenu, parent }) =>
      staffMenu === undefined &&
      settingsMenu === undefined &&
      parent === undefined &&
      path.startsWith(`${pages.admin.path}/`),
  )
  .map(({ path }) => path);

/** The bar at the foot of narrow screens has room for these. The others are in the menu there. */
const maxInNarrowBar = 4;

/** The permitted screens: a row of links, at the foot of narrow screens, and a menu of the settings. */
function Screens({ staff }: { staff: Staff }) {
  const { pathname } = useLocation();
  const { location: pending } = useNavigation();
  const isPermitted = (screen: Screen) => screen.isPermitted(staff);
  const screens = mainScreens.filter(isPermitted);
  const permitted = settings.filter(isPermitted);
  const others = screens.slice(maxInNarrowBar);
  const isIn = (list: readonly Screen[]) => list.some(({ path }) => getCurrent(path, pathname) !== undefined);
  const mark = isIn(others) ? "current-narrow" : undefined;
  return (
    <nav aria-label="Staff area">
      <ul>
        {screens.map((screen) => (
          <ScreenLink
            screen={screen}
            pathname={pathname}
            className={others.includes(screen) ? "only-wide" : undefined}
            key={screen.path}
          />
        ))}
        <li>
          {/* Closes when a link is clicked. */}
          <MenuDetails key={pending?.pathname ?? pathname}>
            <summary className={isIn(permitted) ? "current" : mark}>
              <span className="only-wide">{headerTexts.settings}</span>
              <span className="only-narrow">{headerTexts.more}</span>
            </summary>
            <div className="settings">
              <ul>
                {others.map((screen) => (
                  <ScreenLink screen={screen} pathname={pathname} className="only-narrow" key={screen.path} />
                ))}
                {permitted.map((screen) => (
                  <ScreenLink screen={screen} pathname={pathname} key={screen.path} />
                ))}
              </ul>
              <ShortcutButton />
            </div>
          </MenuDetails>
        </li>
      </ul>
    </nav>
  );
}

function ScreenLink({
  screen: { path, name },
  pathname,
  className,
}: {
  screen: Screen;
  pathname: string;
  className?: string | undefined;
}) {
  return (
    <li className={className}>
      <Link to={path} aria-current={getCurrent(path, pathname)}>
        {name}
      </Link>
    </li>
  );
}

/** `page` on the screen's own page, `true` on a part of it. */
function getCurrent(screen: string, pathname: string): "page" | "true" | undefined {
  if (pathname === screen) return "page";
  const isPart =
    screen === pages.admin.path
      ? dashboardParts.includes(pathname)
      : [screen, ...listParts(screen)].some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return isPart ? "true" : undefined;
}

/** Screens that belong to another one without being below its URL. */
function listParts(screen: string): string[] {
  return registeredPages.flatMap(({ path, parent }) => (parent?.path === screen ? path : []));
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
