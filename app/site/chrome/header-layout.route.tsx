import { Outlet, useLocation } from "react-router";
import { SiteHeader } from "./site-header.tsx";

/** Renders the site header above pages with their own main element. The URL table uses it for the sign-in screens. */
export default function HeaderLayout() {
  return (
    <>
      <SiteHeader path={useLocation().pathname} />
      <Outlet />
    </>
  );
}
