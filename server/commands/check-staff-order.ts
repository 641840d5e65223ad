import { endOfDayIn } from "#app/platform/end-of-day.ts";
import type { Clock } from "#app/platform/clock.ts";
import { newAccountSchema } from "#app/staff/auth/sign-in.schema.ts";
import { practice } from "#content/practice.ts";
import type { StaffOrder } from "./staff-order.ts";

type Approval = Extract<StaffOrder, { kind: "approve" }>;

/** An order as it is carried out. */
export type CheckedStaffOrder =
  | Exclude<StaffOrder, Approval>
  | (Omit<Approval, "until"> & {
      /** The moment at which the role is over. */
      endsAt?: Date;
    });

type Checked = { ok: true; order: CheckedStaffOrder } | { ok: false; problem: string };

/**
 * The order as it is to be carried out, with names and addresses in the form in which accounts are kept: trimmed, addresses
 * in lower case.
 * @param password of an account to add, empty otherwise
 * @returns that order, or the first thing that is wrong with it, as a sentence
 */
export function checkStaffOrder(order: StaffOrder, password: string, clock: Clock): Checked {
  if (order.kind === "list") return { ok: true, order };
  // No more than this: an account must be removable whatever the rules for new addresses have become.
  const email = order.email.trim().toLowerCase();
  if (order.kind === "approve") return checkApproval({ ...order, email }, clock);
  if (order.kind !== "add") return { ok: true, order: { ...order, email } };
  const parsed = newAccountSchema.safeParse({ name: order.name, email: order.email, password });
  if (parsed.success) {
    const { name } = parsed.data;
    return { ok: true, order: { ...order, name, email: parsed.data.email } };
  }
  const [issue] = parsed.error.issues;
  return wrong(`About the ${String(issue?.path[0])}: ${issue?.message}.`);
}

function checkApproval({ until, ...order }: Approval, clock: Clock): Checked {
  if (until === undefined) return { ok: true, order };
  const endsAt = endOfDayIn(practice.timeZone, until);
  if (endsAt === undefined) return wrong(`--until takes a day like 2026-12-31, not ${until}.`);
  if (endsAt <= clock.now()) return wrong(`${until} is over: --until takes a day to come.`);
  return { ok: true, order: { ...order, endsAt } };
}

function wrong(problem: string): Checked {
  return { ok: false, problem };
}
