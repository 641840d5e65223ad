import * as z from "zod/mini";
import { email } from "#app/intake/form/contact.schema.ts";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { isTeamChange, type TeamChange } from "./team-changes.ts";
import { fieldTexts } from "./team.messages.ts";

/** The roles that owners can assign. An account never returns to pending; it is removed instead. */
export const assignableRoles = ["owner", "staff", "examiner"] as const;
export type AssignableRole = (typeof assignableRoles)[number];

const id = z.string().check(z.refine(isUuid));
const role = z.enum(assignableRoles, { error: fieldTexts.roleMissing });
/** The last day of an examiner's role in the format of a date field, or empty if it does not end. */
const ends = z._default(z.string(), "");

export const accountSchema = z.object({ of: id });
export const roleSchema = z.object({ of: id, role, ends });
export const invitationSchema = z.object({ of: id });
export const inviteSchema = z.object({ email: email(contactMessages.emailMissing), role, ends });

/** The input of one of the page's forms. */
export type ChangeState = {
  change: TeamChange;
  /** The id of the account or invitation; empty for a new invitation. */
  of: string;
  values: {
    email?: string;
    role?: string;
    ends?: string;
    required?: readonly AssignableRole[];
    /** The roles that required a second factor when the form was displayed. */
    shown?: readonly AssignableRole[] | undefined;
    /** Ids of the accounts that shall get new leads in turn. */
    chosen?: readonly string[];
    /** Ids of the accounts that got new leads when the form was displayed. */
    took?: readonly string[];
  };
  errors: { email?: string; role?: string; ends?: string };
  /** Why the change was refused, unless a field is invalid. */
  refusal?: string;
};

/** Reads the input of a form without validating it. */
export function readChangeState(form: FormData): ChangeState {
  const change = form.get("change");
  const read = (field: string): string => {
    const value = form.get(field);
    return typeof value === "string" ? value.slice(0, maxCharacters) : "";
  };
  return {
    change: isTeamChange(change) ? change : "change",
    of: read("of"),
    values: {
      email: read("email"),
      role: read("role"),
      ends: read("ends"),
      ...(change === "second-factor-rules" && {
        required: readRequiredRoles(form),
        shown: readShownRoles(form),
      }),
      ...(change === "lead-rotation" && readDisplayedRotation(form)),
    },
    errors: {},
  };
}

/** Roles checked in the second-factor form. */
export function readRequiredRoles(form: FormData): readonly AssignableRole[] {
  return assignableRoles.filter((given) => form.has(`require-${given}`));
}

/** The roles that required a second factor when the form was displayed. */
export const shownRolesField = "shown";

/** @returns undefined if the form does not name the roles that it displayed */
export function readShownRoles(form: FormData): readonly AssignableRole[] | undefined {
  const shown = form.get(shownRolesField);
  if (typeof shown !== "string") return undefined;
  const names = shown.split(" ");
  return assignableRoles.filter((given) => names.includes(given));
}

/** The box that grants an examiner access to leads. */
export const leadAccessField = "may-view-leads";

/** The fields of the form about new leads: the checked accounts, and those that were checked when it was displayed. */
function readDisplayedRotation(form: FormData): Pick<ChangeState["values"], "chosen" | "took"> {
  const rotation = readRotation(form);
  return rotation === undefined ? { chosen: [] } : { chosen: rotation.chosen, took: rotation.shown };
}

export const rotationFields = { chosen: "takes-leads", shown: "took-leads" } as const;

/** @returns undefined if the form does not name the accounts that it displayed as checked */
export function readRotation(form: FormData): { chosen: string[]; shown: string[] } | undefined {
  const shown = form.get(rotationFields.shown);
  if (typeof shown !== "string") return undefined;
  return { chosen: form.getAll(rotationFields.chosen).filter(isUuidText), shown: shown.split(" ") };
}

function isUuidText(value: FormDataEntryValue): value is string {
  return typeof value === "string" && isUuid(value);
}

/** Longer than any valid value. */
const maxCharacters = 300;
