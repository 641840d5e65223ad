import { Link } from "react-router";
import { ListSection } from "#app/staff/data-table/list-page.tsx";
import { type ListState, listUrl, urlParameters } from "#app/staff/data-table/list-url.ts";
import { ExportButton } from "#app/staff/export-button/export-button.tsx";
import { useShortcuts } from "#app/staff/header/shortcuts.ts";
import { newPersonPath } from "#app/staff/paths/person-path.ts";
import { NoticeRegion, useNotices } from "#app/ui/notifications.tsx";
import type { BulkOutcome } from "./apply-bulk-change.server.ts";
import { BulkForm } from "./bulk-form.tsx";
import { bulkFields, bulkFormId, serializeSelected } from "./bulk-values.ts";
import { peopleForHubspot, peopleForWealthbox, peopleList, type PersonView } from "./people.list.tsx";
import { rowShortcuts } from "./row-shortcuts.ts";
import { exportNames, peopleTexts } from "./people.messages.ts";

/** The list with its filters, exports and, for people who may follow up, the form that changes several people. */
export function PeopleSection({
  state,
  views,
  counts: { matching, total },
  canExport,
  colleagues,
  today,
  draft,
}: {
  state: ListState;
  views: readonly PersonView[];
  counts: { matching: number; total: number };
  canExport: boolean;
  /** Undefined for people who may not follow up. */
  colleagues: readonly { id: string; name: string; email: string }[] | undefined;
  today: string;
  draft: Extract<BulkOutcome, { kind: "form" }> | undefined;
}) {
  useShortcuts(rowShortcuts);
  const url = listUrl(peopleList, state.query);
  const selection = {
    formId: bulkFormId,
    field: bulkFields.person,
    heading: peopleTexts.selectHeading,
    label: ({ name }: PersonView) => peopleTexts.select(name),
    value: serializeSelected,
    isSelected: (view: PersonView) => draft?.people.includes(serializeSelected(view)) === true,
  };
  return (
    <ListSection
      list={peopleList}
      state={state}
      views={views}
      count={peopleTexts.count(matching, total)}
      actions={
        canExport || colleagues !== undefined ? (
          <>
            {canExport ? <Exports state={state} /> : null}
            {colleagues === undefined ? null : (
              <Link className="btn press" to={newPersonPath}>
                {peopleTexts.add}
              </Link>
            )}
          </>
        ) : undefined
      }
      selection={colleagues === undefined ? undefined : selection}
      wrapTable={(table) => (
        <>
          {colleagues === undefined ? null : (
            <BulkForm
              count={matching}
              colleagues={colleagues}
              shown={views.map(serializeSelected)}
              listUrl={url}
              draft={draft}
              today={today}
              key={`${url} ${JSON.stringify(draft)}`}
            />
          )}
          {table}
        </>
      )}
    />
  );
}

function Exports({ state: { query, edges } }: { state: ListState }) {
  const { notices, post, close } = useNotices();
  const button = { query: urlParameters(peopleList, query), disabled: edges === undefined, post };
  return (
    <>
      <details className="exports">
        <summary className="btn">{exportNames.menu}</summary>
        <div>
          <ExportButton {...button} list={peopleList} />
          <ExportButton {...button} list={peopleForWealthbox} label={exportNames.wealthbox} />
          <ExportButton {...button} list={peopleForHubspot} label={exportNames.hubspot} />
          <ExportButton {...button} list={peopleList} isRaw />
        </div>
      </details>
      <NoticeRegion notices={notices} onClose={close} />
    </>
  );
}
