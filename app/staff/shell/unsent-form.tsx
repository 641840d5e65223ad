import { isRouteErrorResponse, useLocation } from "react-router";
import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { AccessCard } from "./access-card.tsx";
import { StaffHeader } from "./staff-header.tsx";
import { unsentTexts } from "./error-page.messages.ts";

/** The fields of a form that was posted without a session or a recent authentication, in order. */
export type UnsentFields = readonly (readonly [name: string, value: string])[];

/** The data of the response that `requireStaff` throws for such a form. */
export type Unsent = { unsent: UnsentFields; needs: "sign-in" | "step-up" };

export function unsentIn(error: unknown): Unsent | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 401) return undefined;
  const response: unknown = error.data;
  if (typeof response !== "object" || response === null || !("unsent" in response)) return undefined;
  if (!Array.isArray(response.unsent)) return undefined;
  const needs = "needs" in response && response.needs === "step-up" ? "step-up" : "sign-in";
  return { unsent: response.unsent.filter(isField), needs };
}

function isField(field: unknown): field is UnsentFields[number] {
  return Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === "string");
}

/** Explains that a form was not saved, and contains its fields so that it can be sent again after signing in or re-authenticating. */
export function UnsentForm({ unsent: { unsent: fields, needs } }: { unsent: Unsent }) {
  const { pathname } = useLocation();
  const texts = unsentTexts[needs];
  return (
    <>
      <StaffHeader />
      <AccessCard title={texts.title}>
        <p>{texts.description}</p>
        <ol>
          {texts.steps.map((step) => (
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
              href={needs === "step-up" ? stepUpPath(pathname) : signInPath({ from: pathname })}
              target="_blank"
              rel="noopener noreferrer"
            >
              {texts.link}
            </a>
            <button type="submit" className="btn">
              {texts.again}
            </button>
          </div>
        </form>
      </AccessCard>
    </>
  );
}
