import { pages } from "#app/pages/registry.ts";
import { peopleTexts } from "./people.messages.ts";
import { NotFoundPage } from "#app/staff/shell/error-page.tsx";

/** For a page about a person: there is none, or not any more; or there is no page for another reason. */
export function MissingPerson({ error }: { error: unknown }) {
  return (
    <NotFoundPage
      page={pages.people}
      error={error}
      title={peopleTexts.missingTitle}
      text={peopleTexts.missing}
    />
  );
}
