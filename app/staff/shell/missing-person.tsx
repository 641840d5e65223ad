import { pages } from "#app/pages/registry.ts";
import { missingPersonTexts } from "./error-page.messages.ts";
import { NotFoundPage } from "./error-page.tsx";

/** The error page for a person who is not found, and for other errors. */
export function MissingPerson({ error }: { error: unknown }) {
  return (
    <NotFoundPage
      page={pages.people}
      error={error}
      title={missingPersonTexts.title}
      text={missingPersonTexts.text}
    />
  );
}
