import { Form } from "react-router";
import { mergePath } from "#app/staff/paths/person-path.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { mergeTexts } from "./merge.messages.ts";

/** The field with the address of the other person. It is posted, so that the address does not become part of a URL. */
export const otherField = "other";

/** Finds the other record of a person, for a merge that is not proposed. @param typed an address without a record */
export function MergeWith({ leadId, typed }: { leadId: string; typed?: string | undefined }) {
  return (
    <Form method="post" action={mergePath(leadId)}>
      <Field
        name={otherField}
        type="email"
        label={mergeTexts.with}
        hint={mergeTexts.withHint}
        defaultValue={typed}
        required
        autoComplete="off"
      />
      <button type="submit" className="btn">
        {mergeTexts.compare}
      </button>
    </Form>
  );
}
