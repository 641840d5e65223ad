import type { ComponentProps } from "react";
import { formPaths } from "#app/pages/form-paths.ts";
import { ConsentBoxes } from "#app/intake/form/consent-boxes.tsx";
import { HiddenFields } from "#app/intake/form/hidden-fields.tsx";
import type { SubmissionFieldsState } from "#app/intake/form/submission-fields.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { Message } from "#app/ui/fields/message.tsx";
import type { AssessmentField } from "#app/assessments/questions/assessment.schema.ts";
import { findStartStep, type Findings, stepIds } from "./assessment-steps.ts";
import { QuestionStep } from "./question-step.tsx";
import { questions } from "#app/assessments/questions/questions.ts";
import "./assessment-form.css";

/** The server serializes this state for the island, and returns it for a rejected form. */
export type AssessmentFormState = Findings &
  SubmissionFieldsState & { values?: Partial<Record<AssessmentField, string>> };

type AssessmentFormProps = AssessmentFormState & {
  /** The step to display if the URL names none. */
  startAt?: number;
  isSubmitting?: boolean;
  /** Event handlers of the hydrated form. */
  form?: ComponentProps<"form">;
};

/**
 * Contact details and questions. Without scripting, the page displays all of them. With scripting enabled, the style sheet displays
 * the step that the URL's fragment names (`#q3`), so “Next” and “Back” are plain links that work before the script has loaded.
 */
export function AssessmentForm({
  values = {},
  errors = {},
  notice,
  formToken,
  consent,
  startAt = findStartStep({ errors, ...(notice && { notice }) }),
  isSubmitting = false,
  form,
}: AssessmentFormProps) {
  return (
    <form className="assess" method="post" action={formPaths.assessment} {...form}>
      {notice === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripting, the page is reloaded and the form is far down
        <Message bad autoFocus {...notice} />
      )}
      <HiddenFields formToken={formToken} />
      <ContactStep values={values} errors={errors} consent={consent} isStart={startAt === 0} />
      {questions.map(({ id }, index) => (
        <QuestionStep
          key={id}
          index={index}
          chosen={values[id]}
          error={errors[id]}
          isStart={startAt === index + 1}
          isSubmitting={isSubmitting}
        />
      ))}
    </form>
  );
}

function ContactStep({
  values,
  errors,
  consent,
  isStart,
}: Required<Pick<AssessmentFormState, "values" | "errors">> & {
  consent: SubmissionFieldsState["consent"];
  isStart: boolean;
}) {
  return (
    <div className={isStart ? "step contact start" : "step contact"}>
      <fieldset id={stepIds[0]} tabIndex={-1}>
        <legend className="serif">First, where to send your result</legend>
        <p className="small soft screen-only">
          You see it right away on a private page, and we email you the link. We receive nothing until you
          submit your answers.
        </p>
        <Field
          label="Full name"
          name="name"
          autoComplete="name"
          required
          defaultValue={values.name}
          error={errors.name}
        />
        <div className="pair">
          <Field
            label="Phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            required
            defaultValue={values.phone}
            error={errors.phone}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={values.email}
            error={errors.email}
          />
        </div>
      </fieldset>
      <ConsentBoxes consent={consent} />
      <p className="acts stepped">
        <a className="btn press" href={`#${stepIds[1]}`} data-next="">
          Start with the first question
        </a>
      </p>
      <p className="small soft">
        An advisor reads your answers. We contact you about anything else only if you check a box in this
        form.
      </p>
    </div>
  );
}
