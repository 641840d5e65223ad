import { redirect } from "react-router";
import type { Route } from "./+types/sign-out.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { pages } from "#app/pages/registry.ts";

/** Opening the URL does not sign out, because links and prefetching send GET requests. */
export function loader() {
  return redirect(pages.auth.path);
}

export async function action({ context, request }: Route.ActionArgs) {
  const { clientAddress } = factsOf(context);
  const headers = await servicesOf(context).identity.signOut({ request, clientAddress });
  // Clears staff pages from the browser's caches, including the back/forward cache. "cookies" and "storage" are omitted: they also hold
  // the known-device cookie, the visit, the identity pixel choice, and other tabs' unsent forms.
  headers.set("Clear-Site-Data", '"cache"');
  return redirect(pages.auth.path, { status: 303, headers });
}
