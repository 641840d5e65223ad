import { Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { MenuDetails } from "#app/staff/header/menu-details.tsx";
import { erasePath, personExportPath } from "#app/staff/paths/person-path.ts";
import { personTexts } from "./person.messages.ts";

/** The name of the person, and a menu of rare actions, the destructive one last. */
export function PersonHead({
  person: { name, leadId, summary },
  may,
}: {
  person: { name: string; leadId: string; summary: string };
  may: { export: boolean; erase: boolean };
}) {
  return (
    <div className="person-head">
      <div>
        <Link className="back" to={pages.people.path}>
          {personTexts.all}
        </Link>
        <h1>{name}</h1>
        <p className="soft">{summary}</p>
      </div>
      {may.export || may.erase ? (
        <MenuDetails className="more-actions">
          <summary className="btn">{personTexts.more}</summary>
          <div>
            {may.export ? (
              // Submitted without the router, because the response is a file or a redirect to re-authentication.
              <form method="post" action={personExportPath(leadId)}>
                <button type="submit" className="btn" aria-describedby="export-hint">
                  {personTexts.export}
                </button>
                <p className="soft small" id="export-hint">
                  {personTexts.exportHint}
                </p>
              </form>
            ) : null}
            {may.erase ? (
              <Link className="btn destructive" to={erasePath(leadId)}>
                {personTexts.erase}
              </Link>
            ) : null}
          </div>
        </MenuDetails>
      ) : null}
    </div>
  );
}
