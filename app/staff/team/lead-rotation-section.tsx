import { formatAccountName } from "#app/platform/text/account-name.ts";
import { Form } from "react-router";
import { teamTexts } from "./team.messages.ts";
import { type ChangeState, rotationFields } from "./team.schema.ts";

/** Lets owners choose which colleagues get new leads in turn. */
export function LeadRotationSection({
  members,
  state,
}: {
  /** The accounts that can follow up on leads. */
  members: readonly { id: string; name: string; email: string; takesNewLeads: boolean }[];
  state: ChangeState | undefined;
}) {
  const shown = members.filter(({ takesNewLeads }) => takesNewLeads).map(({ id }) => id);
  const typed = state?.change === "lead-rotation" ? state.values : {};
  const { chosen = shown, took = shown } = typed;
  return (
    <section className="team-list">
      <h2 id="lead-rotation">{teamTexts.leadRotation}</h2>
      <p className="soft">{teamTexts.leadRotationAbout}</p>
      <Form method="post" className="rules" aria-labelledby="lead-rotation">
        <input type="hidden" name={rotationFields.shown} value={took.join(" ")} />
        {members.map((member) => (
          <label key={member.id}>
            <input
              type="checkbox"
              name={rotationFields.chosen}
              value={member.id}
              defaultChecked={chosen.includes(member.id)}
            />
            {formatAccountName(member)}
          </label>
        ))}
        <button type="submit" name="change" value="lead-rotation" className="btn">
          Save
        </button>
      </Form>
    </section>
  );
}
