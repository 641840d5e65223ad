import { pages } from "#app/pages/registry.ts";
import { personTexts } from "./person.messages.ts";
import { NotFoundPage } from "#app/staff/shell/error-page.tsx";

/** The error page for a person who is not found, and for other errors. */
export function MissingPerson({ error }: { error: unknown }) {
  return (
    <NotFoundPage
      page={pages.people}
      error={error}
      title={personTexts.missingTitle}
      text={personTexts.missing}
    />
  );
}
