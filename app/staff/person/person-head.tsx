import { Link } from "react-router";
import { MenuDetails } from "#app/staff/header/menu-details.tsx";
import { erasePath, personExportPath } from "#app/staff/paths/person-path.ts";
import { MergeWith } from "#app/staff/person-merge/merge-with.tsx";
import { useListOfPerson } from "#app/staff/session/list-of-person.ts";
import { personTexts } from "./person.messages.ts";
import type { PersonView } from "./person-view.server.ts";

/** The name of the person, and a menu of rare actions, the destructive one last. */
export function PersonHead({
  person: { name, leadId, summary, record },
  may,
}: {
  person: Pick<PersonView, "name" | "leadId" | "summary" | "record">;
  may: { export: boolean; erase: boolean; followUp: boolean };
}) {
  const list = useListOfPerson();
  const mayMerge = may.followUp && record !== undefined;
  return (
    <div className="person-head">
      <div>
        <Link className="back" to={list.path}>
          {list.name}
        </Link>
        <h1>{name}</h1>
        <p className="soft">{summary}</p>
      </div>
      {may.export || may.erase || mayMerge ? (
        <MenuDetails className="more-actions">
          <summary className="btn">{personTexts.more}</summary>
          <div>
            {mayMerge ? <MergeWith leadId={leadId} /> : null}
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
