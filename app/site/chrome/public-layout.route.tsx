import { Outlet, useLocation } from "react-router";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** Header and footer of public pages. */
export default function PublicLayout() {
  return (
    <>
      <SiteHeader path={useLocation().pathname} />
      <main id="main">
        <Outlet />
      </main>
      <SiteFooter />
    </>
  );
}
