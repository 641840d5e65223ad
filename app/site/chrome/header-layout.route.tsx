import { Outlet, useLocation } from "react-router";
import { SiteHeader } from "./site-header.tsx";

/** The site's header above pages that bring their own main part: the screens for signing in, composed in the URL table. */
export default function HeaderLayout() {
  return (
    <>
      <SiteHeader path={useLocation().pathname} />
      <Outlet />
    </>
  );
}
