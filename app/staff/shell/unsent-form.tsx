import { isRouteErrorResponse, useLocation } from "react-router";
import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { AccessCard } from "./access-card.tsx";
import { StaffHeader } from "./staff-header.tsx";
import { unsentTexts } from "./error-page.messages.ts";

/** The fields of a form that was posted without a session, in order. */
export type UnsentFields = readonly (readonly [name: string, value: string])[];

/** The data of the response that `requireStaff` throws for such a form. */
export type Unsent = { unsent: UnsentFields };

export function unsentIn(error: unknown): UnsentFields | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 401) return undefined;
  const response: unknown = error.data;
  if (typeof response !== "object" || response === null || !("unsent" in response)) return undefined;
  return Array.isArray(response.unsent) ? response.unsent.filter(isField) : undefined;
}

function isField(field: unknown): field is UnsentFields[number] {
  return Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === "string");
}

/** Explains that a form was not saved, and contains its fields so that it can be sent again after signing in. */
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
