import { data, redirect } from "react-router";
import type { Identity, Staff } from "#app/identity/identity.server.ts";
import { pages } from "#app/pages/registry.ts";

/**
 * Who is asking, for a loader or action of the staff area. Each one asks for itself: the router's data requests can skip
 * the loaders of the routes around it.
 * @param may what the person must be allowed to do: a permission of `identity/can.ts`
 * @throws a redirect to the sign-in screen without a session; 403 where the session's account may not
 */
export async function requireStaff(
  identity: Pick<Identity, "currentStaff">,
  request: Request,
  may: (staff: Staff) => boolean,
): Promise<Staff> {
  const staff = await identity.currentStaff(request.headers);
  // React Router takes both as answers, not as faults.
  if (staff === null) throw redirect(pages.auth.path);
  if (!may(staff)) throw data(null, { status: 403, statusText: "Forbidden" });
  return staff;
}
