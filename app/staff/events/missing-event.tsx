import { pages } from "#app/pages/registry.ts";
import { eventTexts } from "./events.messages.ts";
import { NotFoundPage } from "#app/staff/shell/error-page.tsx";

/** For a page about an event: there is none, or not any more; or there is no page for another reason. */
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
