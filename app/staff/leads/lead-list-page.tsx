import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { type Page, pages } from "#app/pages/registry.ts";
import { ExportButton } from "#app/staff/data-table/export-button.tsx";
import { type ExportList, pageOfList } from "#app/staff/data-table/export-lists.ts";
import { emptyTexts, viewAllTexts } from "./leads.messages.ts";
import { rowNames } from "#app/staff/data-table/export-lists.ts";
import { type ListSpecification, parametersFor } from "#app/staff/data-table/list-url.ts";
import { ListFrame, type ListState } from "#app/staff/data-table/list-page.tsx";
import { NoticeRegion, useNotices } from "#app/ui/notifications.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import "./lead-list-page.css";

/** The page of a list of leads: all of it, to search, to narrow down, and to take out as it is narrowed down. */
export function LeadListPage({
  of,
  list,
  state,
  staff,
  canExport,
  children,
}: {
  of: ExportList;
  list: ListSpecification;
  state: ListState;
  staff: Staff;
  canExport: boolean;
  /** Its rows. */
  children: ReactNode;
}) {
  const page: Page = pageOfList[of];
  const { notices, post, close } = useNotices();
  const button = {
    list: of,
    query: parametersFor(list, state.query),
    disabled: state.edges === undefined,
    post,
  };
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap">
        <p className="back">
          <Link to={pages.admin.path}>{viewAllTexts.back}</Link>
        </p>
        <ListFrame
          list={list}
          rowsAre={rowNames[of]}
          state={state}
          empty={emptyTexts[of]}
          actions={
            canExport ? (
              <>
                <ExportButton {...button} />
                <ExportButton {...button} isRaw />
              </>
            ) : undefined
          }
        >
          {children}
        </ListFrame>
      </main>
      <NoticeRegion notices={notices} onClose={close} />
    </>
  );
}
