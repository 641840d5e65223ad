import type { ReactNode } from "react";
import { Form } from "react-router";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { errorWiring, Field, FieldError } from "#app/ui/fields/field.tsx";
import { roleNames } from "#app/identity/accounts/role-names.messages.ts";
import { assignableRoles, type ChangeState } from "./team.schema.ts";

/**
 * Assigns a role, for an approval or a later change.
 * @param assigned the current role. Without one, none is preselected, so that an approval requires a choice.
 */
export function RoleForm({
  id,
  about,
  change,
  assigned = {},
  state,
  today,
}: {
  id: string;
  about: string;
  change: "approve" | "change";
  assigned?: ChangeState["values"];
  state: ChangeState | undefined;
  today: string;
}) {
  const isCurrent = state?.of === id && state.change === change;
  const { values, errors } = isCurrent ? state : { values: assigned, errors: {} };
  const isApproval = change === "approve";
  return (
    <Form method="post" className="role-form">
      <input type="hidden" name="of" value={id} />
      <RoleFields id={id} {...values} errors={errors} today={today} />
      <ChangeButton change={change} about={about} isFirst={isApproval}>
        {isApproval ? "Approve" : "Save role"}
      </ChangeButton>
    </Form>
  );
}

/** @param about the account, for screen readers that list buttons out of context */
export function ChangeButton({
  change,
  about,
  isFirst = false,
  children,
}: {
  change: ChangeState["change"];
  about: string;
  isFirst?: boolean;
  children: ReactNode;
}) {
  return (
    <button type="submit" name="change" value={change} className={isFirst ? "btn press" : "btn"}>
      {children}
      <span className="unseen"> {about}</span>
    </button>
  );
}

/**
 * The role, and the last day of an examiner's role. CSS displays the day field only for examiners.
 * @param id must be unique on the page
 */
export function RoleFields({
  id,
  role = "",
  ends = "",
  errors,
  today,
}: {
  id: string;
  role?: string;
  ends?: string;
  errors: Pick<ChangeState["errors"], "role" | "ends">;
  today: string;
}) {
  const roleId = `role-${id}`;
  const { error: _, ...takesFocus } = fieldError(errors.role);
  return (
    <>
      <div className="field">
        <label htmlFor={roleId}>Role</label>
        <select
          id={roleId}
          name="role"
          defaultValue={role}
          required
          {...takesFocus}
          {...errorWiring(roleId, errors.role)}
        >
          <option value="" disabled>
            Choose a role
          </option>
          {assignableRoles.map((given) => (
            <option value={given} key={given}>
              {roleNames[given]}
            </option>
          ))}
        </select>
        <FieldError name={roleId} message={errors.role} />
      </div>
      <div className="ends">
        <Field
          label="Last day (optional)"
          id={`ends-${id}`}
          name="ends"
          type="date"
          min={today}
          defaultValue={ends}
          {...fieldError(errors.ends)}
        />
      </div>
    </>
  );
}
