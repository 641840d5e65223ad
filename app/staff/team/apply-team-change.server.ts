import { approveAccount, changeRole } from "#app/identity/account-management/change-role.server.ts";
import { inviteAccount, withdrawInvitation } from "#app/identity/account-management/invitations.server.ts";
import { changeLeadAccess } from "#app/identity/account-management/lead-access.server.ts";
import { declineAccount, removeAccount } from "#app/identity/account-management/remove-account.server.ts";
import { changeLeadRotation } from "#app/identity/preferences/lead-rotation.server.ts";
import { resetSecondFactor } from "#app/identity/second-factor/reset-second-factor.server.ts";
import {
  changeSecondFactorRules,
  type SecondFactorRules,
} from "#app/identity/second-factor/second-factor-rules.server.ts";
import { endColleagueSessions } from "#app/identity/sessions/revoke-sessions.server.ts";
import { listOpenInvitations } from "#app/identity/account-management/list-team.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { type FormSchema, type ParsedForm, parseForm } from "#app/platform/http/form.ts";
import { practice } from "#content/practice.ts";
import { fieldTexts, refusalTexts } from "./team.messages.ts";
import { isTeamChange, type TeamChange } from "./team-changes.ts";
import {
  accountSchema,
  type ChangeState,
  readChangeState,
  type AssignableRole,
  invitationSchema,
  inviteSchema,
  leadAccessField,
  readRequiredRoles,
  readRotation,
  readShownRoles,
  roleSchema,
} from "./team.schema.ts";

type Deps = Parameters<typeof approveAccount>[0] & { clock: Clock; isProduction: boolean };
type By = { actor: Parameters<typeof inviteAccount>[1]["actor"]; clientAddress: string };
type Reason = keyof typeof refusalTexts;
type Outcome = { ok: true } | { ok: false; reason: Reason };

export type ChangeOutcome =
  | { ok: true; change: TeamChange }
  | { ok: false; status: 403 | 409 | 422; state: ChangeState };

/** Applies the change of a form on the team page. */
export async function applyTeamChange(deps: Deps, form: FormData, by: By): Promise<ChangeOutcome> {
  const change = form.get("change");
  const state = readChangeState(form);
  if (!isTeamChange(change)) return refuse(state, "unreadable");
  switch (change) {
    case "approve":
    case "change":
      return giveRole(deps, { change, state, parsed: parseForm(roleSchema, form) }, by);
    case "invite":
      return invite(deps, { state, parsed: parseForm(inviteSchema, form) }, by);
    case "lead-access":
    case "decline":
    case "reset-second-factor":
    case "end-sessions":
    case "remove": {
      const parsed = parseForm(accountSchema, form);
      if (!parsed.ok) return refuse(state, "unreadable");
      return toOutcome(
        change,
        state,
        await accountCommands[change](deps, { id: parsed.value.of, form, ...by }),
      );
    }
    case "send-again":
    case "withdraw": {
      const parsed = parseForm(invitationSchema, form);
      if (!parsed.ok) return refuse(state, "unreadable");
      const withdrawOrResend = change === "withdraw" ? withdrawInvitation : resend;
      return toOutcome(change, state, await withdrawOrResend(deps, { id: parsed.value.of, ...by }));
    }
    case "second-factor-rules": {
      const shown = readShownRoles(form);
      if (shown === undefined) return refuse(state, "unreadable");
      const order = { rules: toRules(readRequiredRoles(form)), shown: toRules(shown), ...by };
      return toSettingOutcome(change, state, await changeSecondFactorRules(deps, order));
    }
    case "lead-rotation": {
      const rotation = readRotation(form);
      if (rotation === undefined) return refuse(state, "unreadable");
      return toSettingOutcome(change, state, await changeLeadRotation(deps.db, { ...rotation, ...by }));
    }
  }
}

function toRules(required: readonly AssignableRole[]): SecondFactorRules {
  return {
    owner: required.includes("owner"),
    staff: required.includes("staff"),
    examiner: required.includes("examiner"),
  };
}

/** Changes that need only the account, or one box beside it. */
const accountCommands = {
  "lead-access": (deps, { form, ...order }) =>
    changeLeadAccess(deps, { ...order, mayViewLeads: form.has(leadAccessField) }),
  decline: declineAccount,
  "reset-second-factor": resetSecondFactor,
  "end-sessions": endColleagueSessions,
  remove: removeAccount,
} satisfies Partial<
  Record<TeamChange, (deps: Deps, input: By & { id: string; form: FormData }) => Promise<Outcome>>
>;

type Submitted<Schema extends FormSchema> = { state: ChangeState; parsed: ParsedForm<Schema> };

async function giveRole(
  deps: Deps,
  { change, state, parsed }: Submitted<typeof roleSchema> & { change: "approve" | "change" },
  by: By,
): Promise<ChangeOutcome> {
  if (!parsed.ok) {
    const { of: idError, ...errors } = parsed.fieldErrors;
    return idError === undefined ? rejectFields(state, errors) : refuse(state, "unreadable");
  }
  const { of, role, ends } = parsed.value;
  const end = readRoleEnd({ role, ends }, deps.clock);
  if (!end.ok) return rejectFields(state, { ends: fieldTexts.dayInvalid });
  const input = { id: of, role, ...end.value, ...by };
  return toOutcome(change, state, await (change === "approve" ? approveAccount : changeRole)(deps, input));
}

async function invite(
  deps: Deps,
  { state, parsed }: Submitted<typeof inviteSchema>,
  by: By,
): Promise<ChangeOutcome> {
  if (!parsed.ok) return rejectFields(state, parsed.fieldErrors);
  const { email, role, ends } = parsed.value;
  const end = readRoleEnd({ role, ends }, deps.clock);
  if (!end.ok) return rejectFields(state, { ends: fieldTexts.dayInvalid });
  const outcome = await inviteAccount(deps, { email, role, ...end.value, ...by });
  if (outcome.ok) return { ok: true, change: "invite" };
  if (outcome.reason === "not-allowed") return refuse(state, outcome.reason);
  return rejectFields(state, { email: refusalTexts[outcome.reason] }, 409);
}

/** Sends the same invitation with a new link. The previous link stops working. */
async function resend(deps: Deps, { id, ...by }: By & { id: string }): Promise<Outcome> {
  const invitations = await listOpenInvitations(deps.db);
  const invitation = invitations.find((open) => open.id === id);
  if (invitation === undefined) return { ok: false, reason: "gone" };
  const { email, role, roleEndsAt } = invitation;
  // Invitations always have a role.
  if (role === "pending") return { ok: false, reason: "gone" };
  return inviteAccount(deps, { email, role, ...(roleEndsAt === null ? {} : { endsAt: roleEndsAt }), ...by });
}

/** Only an examiner's role can end, at midnight after the chosen day in the firm's time zone. */
function readRoleEnd(
  { role, ends }: { role: AssignableRole; ends: string },
  clock: Clock,
): { ok: true; value: { endsAt?: Date } } | { ok: false } {
  if (role !== "examiner" || ends === "") return { ok: true, value: {} };
  const endsAt = endOfDayIn(practice.timeZone, ends);
  return endsAt !== undefined && endsAt > clock.now() ? { ok: true, value: { endsAt } } : { ok: false };
}

function toOutcome(change: TeamChange, state: ChangeState, outcome: Outcome): ChangeOutcome {
  return outcome.ok ? { ok: true, change } : refuse(state, outcome.reason);
}

/** Without the values of an outdated form, the page displays the current setting. */
function toSettingOutcome(change: TeamChange, state: ChangeState, outcome: Outcome): ChangeOutcome {
  const isOutdated = !outcome.ok && outcome.reason.endsWith("-changed");
  return toOutcome(change, isOutdated ? { ...state, values: {} } : state, outcome);
}

function refuse(state: ChangeState, reason: Reason): ChangeOutcome {
  const status = reason === "not-allowed" ? 403 : reason === "unreadable" ? 422 : 409;
  return { ok: false, status, state: { ...state, refusal: refusalTexts[reason] } };
}

function rejectFields(
  state: ChangeState,
  errors: ChangeState["errors"],
  status: 409 | 422 = 422,
): ChangeOutcome {
  return { ok: false, status, state: { ...state, errors } };
}
