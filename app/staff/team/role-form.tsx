import type { ReactNode } from "react";
import { Form } from "react-router";
import { RoleFields } from "./role-fields.tsx";
import type { ChangeState } from "./team.schema.ts";

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
