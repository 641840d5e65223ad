import { Outlet } from "react-router";
import { documentLinks } from "#content/menu.ts";
import { SiteFooter } from "./site-footer.tsx";

/** Renders the site footer below pages with their own header, which are those of the staff area. */
export default function FooterLayout() {
  return (
    <>
      <Outlet />
      <SiteFooter groups={[documentLinks]} />
    </>
  );
}
