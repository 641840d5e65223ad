import { newAccountSchema } from "#app/staff/sign-in/sign-in.schema.ts";
import type { StaffOrder } from "./staff-order.ts";

/**
 * The order as it is to be carried out, with names and addresses in the form in which accounts are kept: trimmed, addresses
 * in lower case.
 * @param password of an account to add, empty otherwise
 * @returns that order, or the first thing that is wrong with the account, as a sentence
 */
export function checkStaffOrder(
  order: StaffOrder,
  password: string,
): { ok: true; order: StaffOrder } | { ok: false; problem: string } {
  if (order.kind === "list") return { ok: true, order };
  if (order.kind !== "add") {
    // No more than this: an account must be removable whatever the rules for new addresses have become.
    return { ok: true, order: { ...order, email: order.email.trim().toLowerCase() } };
  }
  const parsed = newAccountSchema.safeParse({ name: order.name, email: order.email, password });
  if (parsed.success) {
    const { name, email } = parsed.data;
    return { ok: true, order: { ...order, name, email } };
  }
  const [issue] = parsed.error.issues;
  return { ok: false, problem: `About the ${String(issue?.path[0])}: ${issue?.message}.` };
}
