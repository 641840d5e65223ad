import { Outlet } from "react-router";
import { SiteFooter } from "./site-footer.tsx";

/** The site's foot below pages that wear a head of their own: the staff area, composed in the URL table. */
export default function FooterLayout() {
  return (
    <>
      <Outlet />
      <SiteFooter />
    </>
  );
}
