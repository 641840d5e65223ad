import { redirect } from "react-router";
import type { Route } from "./+types/sign-out.route";
import { factsOf, servicesOf } from "#app/context.server.ts";
import { pages } from "#app/pages/registry.ts";

/** Whoever opens the address itself signs nobody out. */
export function loader() {
  return redirect(pages.auth.path);
}

export async function action({ context, request }: Route.ActionArgs) {
  const { clientAddress } = factsOf(context);
  const headers = await servicesOf(context).identity.signOut({ request, clientAddress });
  // Pages of the staff area leave the browser's caches, also those kept for the back button. Not "cookies" or "storage": they also hold
  // the known browser, the visit, the answer to the identity pixel, and what other tabs have not sent yet.
  headers.set("Clear-Site-Data", '"cache"');
  return redirect(pages.auth.path, { status: 303, headers });
}
