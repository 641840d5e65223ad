import { Outlet, useLocation } from "react-router";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** What every public page wears, made once. */
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
