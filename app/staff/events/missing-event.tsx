import { pages } from "#app/pages/registry.ts";
import { eventTexts } from "./events.messages.ts";
import { NotFoundPage } from "#app/staff/shell/error-page.tsx";

/** The error page for an event that does not exist, and for other errors. */
export function MissingEvent({ error }: { error: unknown }) {
  return (
    <NotFoundPage
      page={pages.events}
      error={error}
      title={eventTexts.missingTitle}
      text={eventTexts.missing}
    />
  );
}
