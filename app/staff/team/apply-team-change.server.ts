import type { StaffActor } from "#app/audit/audit.server.ts";
import { approveAccount, changeRole } from "#app/identity/account-management/change-role.server.ts";
import { inviteAccount, withdrawInvitation } from "#app/identity/account-management/invitations.server.ts";
import { declineAccount, removeAccount } from "#app/identity/account-management/remove-account.server.ts";
import { resetSecondFactor } from "#app/identity/second-factor/reset-second-factor.server.ts";
import { changeSecondFactorRules } from "#app/identity/second-factor/second-factor-rules.server.ts";
import { endColleagueSessions } from "#app/identity/sessions/revoke-sessions.server.ts";
import { listOpenInvitations } from "#app/identity/account-management/list-team.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { endOfDayIn } from "#app/platform/end-of-day.ts";
import { type FormSchema, type ParsedForm, parseForm } from "#app/platform/form.ts";
import { practice } from "#content/practice.ts";
import { fieldTexts, refusalTexts } from "./team.messages.ts";
import { isTeamChange, type TeamChange } from "./team-changes.ts";
import {
  accountSchema,
  type ChangeState,
  changeStateOf,
  type GivenRole,
  invitationSchema,
  inviteSchema,
  requiredRolesIn,
  roleSchema,
} from "./team.schema.ts";

type Deps = Parameters<typeof approveAccount>[0] & { clock: Clock; isProduction: boolean };
type By = { actor: StaffActor; clientAddress: string };
type Reason = keyof typeof refusalTexts;
type Outcome = { ok: true } | { ok: false; reason: Reason };

export type ChangeOutcome =
  | { ok: true; change: TeamChange }
  | { ok: false; status: 403 | 409 | 422; state: ChangeState };

/** Does what a form of the team page asks for. */
export async function carryOutChange(deps: Deps, form: FormData, by: By): Promise<ChangeOutcome> {
  const change = form.get("change");
  const state = changeStateOf(form);
  if (!isTeamChange(change)) return refused(state, "unreadable");
  switch (change) {
    case "approve":
    case "change":
      return giveRole(deps, { change, state, parsed: parseForm(roleSchema, form) }, by);
    case "invite":
      return invite(deps, { state, parsed: parseForm(inviteSchema, form) }, by);
    case "decline":
    case "reset-second-factor":
    case "end-sessions":
    case "remove": {
      const parsed = parseForm(accountSchema, form);
      if (!parsed.ok) return refused(state, "unreadable");
      return told(change, state, await changesOfAccount[change](deps, { id: parsed.value.of, ...by }));
    }
    case "send-again":
    case "withdraw": {
      const parsed = parseForm(invitationSchema, form);
      if (!parsed.ok) return refused(state, "unreadable");
      const withdrawOrRenew = change === "withdraw" ? withdrawInvitation : sendAgain;
      return told(change, state, await withdrawOrRenew(deps, { id: parsed.value.of, ...by }));
    }
    case "second-factor-rules": {
      const required = requiredRolesIn(form);
      const rules = {
        owner: required.includes("owner"),
        staff: required.includes("staff"),
        examiner: required.includes("examiner"),
      };
      return told(change, state, await changeSecondFactorRules(deps, { rules, ...by }));
    }
  }
}

/** What needs no more than to know whose account it is about. */
const changesOfAccount = {
  decline: declineAccount,
  "reset-second-factor": resetSecondFactor,
  "end-sessions": endColleagueSessions,
  remove: removeAccount,
} satisfies Partial<Record<TeamChange, (deps: Deps, order: By & { id: string }) => Promise<Outcome>>>;

type Asked<Schema extends FormSchema> = { state: ChangeState; parsed: ParsedForm<Schema> };

async function giveRole(
  deps: Deps,
  { change, state, parsed }: Asked<typeof roleSchema> & { change: "approve" | "change" },
  by: By,
): Promise<ChangeOutcome> {
  if (!parsed.ok) return wrong(state, parsed.fieldErrors);
  const { of, ...wanted } = parsed.value;
  const end = endOf(wanted, deps.clock);
  if (!end.ok) return wrong(state, { ends: fieldTexts.dayInvalid });
  const order = { id: of, role: wanted.role, ...end.value, ...by };
  return told(change, state, await (change === "approve" ? approveAccount : changeRole)(deps, order));
}

async function invite(
  deps: Deps,
  { state, parsed }: Asked<typeof inviteSchema>,
  by: By,
): Promise<ChangeOutcome> {
  if (!parsed.ok) return wrong(state, parsed.fieldErrors);
  const { email, ...wanted } = parsed.value;
  const end = endOf(wanted, deps.clock);
  if (!end.ok) return wrong(state, { ends: fieldTexts.dayInvalid });
  const outcome = await inviteAccount(deps, { email, role: wanted.role, ...end.value, ...by });
  if (outcome.ok) return { ok: true, change: "invite" };
  if (outcome.reason === "not-allowed") return refused(state, outcome.reason);
  return wrong(state, { email: refusalTexts[outcome.reason] }, 409);
}

/** The same invitation with another link; the one before ends with that. */
async function sendAgain(deps: Deps, { id, ...by }: By & { id: string }): Promise<Outcome> {
  const invitations = await listOpenInvitations(deps.db);
  const invitation = invitations.find((open) => open.id === id);
  if (invitation === undefined) return { ok: false, reason: "gone" };
  const { email, role, roleEndsAt } = invitation;
  // An invitation to wait is never made.
  if (role === "pending") return { ok: false, reason: "gone" };
  return inviteAccount(deps, { email, role, ...(roleEndsAt === null ? {} : { endsAt: roleEndsAt }), ...by });
}

/** An examiner's role ends when the chosen day is over by the practice's clocks; all others stay. */
function endOf(
  { role, ends }: { role: GivenRole; ends: string },
  clock: Clock,
): { ok: true; value: { endsAt?: Date } } | { ok: false } {
  if (role !== "examiner" || ends === "") return { ok: true, value: {} };
  const endsAt = endOfDayIn(practice.timeZone, ends);
  return endsAt !== undefined && endsAt > clock.now() ? { ok: true, value: { endsAt } } : { ok: false };
}

function told(change: TeamChange, state: ChangeState, outcome: Outcome): ChangeOutcome {
  return outcome.ok ? { ok: true, change } : refused(state, outcome.reason);
}

function refused(state: ChangeState, reason: Reason): ChangeOutcome {
  return { ok: false, status: statusOf(reason), state: { ...state, refusal: refusalTexts[reason] } };
}

function statusOf(reason: Reason): 403 | 409 | 422 {
  if (reason === "not-allowed") return 403;
  return reason === "unreadable" ? 422 : 409;
}

function wrong(state: ChangeState, errors: ChangeState["errors"], status: 409 | 422 = 422): ChangeOutcome {
  return { ok: false, status, state: { ...state, errors } };
}
