import { isRouteErrorResponse, useLocation } from "react-router";
import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { AccessCard } from "./access-card.tsx";
import { StaffHeader } from "./staff-header.tsx";
import { unsentTexts } from "./unsent-form.messages.ts";

/** The fields of a form that was posted without a session, in their order. */
export type UnsentFields = readonly (readonly [name: string, value: string])[];

/** What the guard says of such a form (`requireStaff`). */
export type Unsent = { unsent: UnsentFields };

/** @returns undefined where something else is said */
export function unsentIn(error: unknown): UnsentFields | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 401) return undefined;
  const told: unknown = error.data;
  if (typeof told !== "object" || told === null || !("unsent" in told)) return undefined;
  return Array.isArray(told.unsent) ? told.unsent.filter(isField) : undefined;
}

function isField(field: unknown): field is UnsentFields[number] {
  return Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === "string");
}

/** Says that a form was not saved, and holds what was typed until it can be sent again: to the same address, by whoever signs in. */
export function UnsentForm({ fields }: { fields: UnsentFields }) {
  const { pathname } = useLocation();
  return (
    <>
      <StaffHeader />
      <AccessCard title={unsentTexts.title}>
        <p>{unsentTexts.description}</p>
        <ol>
          {unsentTexts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <form method="post" data-unsent>
          {fields.map(([name, value], at) => (
            <input type="hidden" name={name} value={value} key={at} />
          ))}
          <div className="acts">
            <a
              className="btn press"
              href={signInPath({ from: pathname })}
              target="_blank"
              rel="noopener noreferrer"
            >
              {unsentTexts.signIn}
            </a>
            <button type="submit" className="btn">
              {unsentTexts.again}
            </button>
          </div>
        </form>
      </AccessCard>
    </>
  );
}
