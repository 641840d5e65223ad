import * as z from "zod/mini";
import { email } from "#app/intake/form/contact.schema.ts";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { isTeamChange, type TeamChange } from "./team-changes.ts";
import { fieldTexts } from "./team.messages.ts";

/** The roles that can be given. Nobody is made to wait again: whoever should not come in is removed. */
export const givenRoles = ["owner", "staff", "examiner"] as const;
export type GivenRole = (typeof givenRoles)[number];

const id = z.string().check(z.minLength(1), z.maxLength(64));
const role = z.enum(givenRoles, { error: fieldTexts.roleMissing });
/** The last day of an examiner's role, as the browser's calendar gives it; empty: it does not end by itself. */
const ends = z._default(z.string(), "");

/** Which account it is about. */
export const accountSchema = z.object({ of: id });
export const roleSchema = z.object({ of: id, role, ends });
export const invitationSchema = z.object({ of: z.uuid() });
export const inviteSchema = z.object({ email: email(contactMessages.emailMissing), role, ends });

/** What was chosen in one of the page's forms, to be shown in it again. Where nothing is said, the form is as it was. */
export type ChangeState = {
  change: TeamChange;
  /** The account or invitation whose form it is; empty: the form that invites. */
  of: string;
  values: { email?: string; role?: string; ends?: string; required?: readonly GivenRole[] };
  errors: { email?: string; role?: string; ends?: string };
  /** Why nothing was changed, where no field is to blame. */
  refusal?: string;
};

/** What was chosen in a form of the page, right or wrong. */
export function changeStateOf(form: FormData): ChangeState {
  const change = form.get("change");
  const textOf = (field: string): string => {
    const value = form.get(field);
    return typeof value === "string" ? value.slice(0, mostCharacters) : "";
  };
  return {
    change: isTeamChange(change) ? change : "change",
    of: textOf("of"),
    values: {
      email: textOf("email"),
      role: textOf("role"),
      ends: textOf("ends"),
      ...(change === "second-factor-rules" && { required: requiredRolesIn(form) }),
    },
    errors: {},
  };
}

/** Roles checked in the second-factor form. */
export function requiredRolesIn(form: FormData): readonly GivenRole[] {
  return givenRoles.filter((given) => form.has(`require-${given}`));
}

/** Longer than anything that these forms take. */
const mostCharacters = 300;
