import { data } from "react-router";
import { isRole, type Staff } from "#app/identity/accounts/staff.ts";

/** Thrown where there is nothing at an address. It carries who asked, so that the page can lead them on. */
export function notFoundResponse(staff: Staff) {
  return data({ staff }, { status: 404 });
}

/** Who asked for what is not there; undefined where a refusal does not say. */
export function askerIn(refusal: unknown): Staff | undefined {
  if (typeof refusal !== "object" || refusal === null || !("staff" in refusal)) return undefined;
  return isStaff(refusal.staff) ? refusal.staff : undefined;
}

function isStaff(value: unknown): value is Staff {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, email, role }: { [Field in keyof Staff]?: unknown } = value;
  return [id, name, email].every((text) => typeof text === "string") && isRole(role);
}
