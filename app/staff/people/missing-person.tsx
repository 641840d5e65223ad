import { pages } from "#app/pages/registry.ts";
import { NotFoundPage } from "#app/staff/shell/not-found-page.tsx";
import { peopleTexts } from "./people.messages.ts";

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
