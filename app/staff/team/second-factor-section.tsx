import { Form } from "react-router";
import { rolePlurals, teamTexts } from "./team.messages.ts";
import { type ChangeState, type AssignableRole, assignableRoles } from "./team.schema.ts";

/** Lets owners choose which roles must have a second factor. */
export function SecondFactorSection({
  required,
  state,
}: {
  /** Roles that currently require a second factor. */
  required: readonly AssignableRole[];
  state: ChangeState | undefined;
}) {
  const chosen = (state?.change === "second-factor-rules" ? state.values.required : undefined) ?? required;
  return (
    <section className="roll">
      <h2 id="second-factor">{teamTexts.secondFactor}</h2>
      <p className="soft">
        {teamTexts.secondFactorAbout} {teamTexts.secondFactorDefault}
      </p>
      <Form method="post" className="rules" aria-labelledby="second-factor">
        {assignableRoles.map((role) => (
          <label key={role}>
            <input type="checkbox" name={`require-${role}`} defaultChecked={chosen.includes(role)} />
            {rolePlurals[role]}
          </label>
        ))}
        <button type="submit" name="change" value="second-factor-rules" className="btn">
          Save
        </button>
      </Form>
    </section>
  );
}
