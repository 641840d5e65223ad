import { fieldError } from "#app/ui/fields/field-error.ts";
import { errorWiring, Field, FieldError } from "#app/ui/fields/field.tsx";
import { roleNames } from "#app/identity/accounts/role-names.messages.ts";
import { type ChangeState, assignableRoles } from "./team.schema.ts";

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
