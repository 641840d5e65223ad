import type { Dimension } from "#app/people/sources/source-counts.ts";
import { ExportButton } from "#app/staff/export-button/export-button.tsx";
import { MenuDetails } from "#app/staff/header/menu-details.tsx";
import type { Notice } from "#app/ui/notifications.tsx";
import { funnelList, sourceList, weekList } from "./sources.list.tsx";
import { dimensionNames, sourceTexts } from "./sources.messages.ts";

/** The tables of the screen as files. */
export function ExportMenu({
  by,
  query,
  post,
}: {
  by: Dimension;
  query: Readonly<Record<string, string>>;
  post: (notice: Notice) => void;
}) {
  const button = { query, post, disabled: false };
  return (
    <MenuDetails className="exports">
      <summary className="btn">{sourceTexts.export}</summary>
      <div>
        <ExportButton {...button} list={sourceList} label={`${dimensionNames[by]} (CSV)`} />
        <ExportButton {...button} list={funnelList} label={`${sourceTexts.funnel} (CSV)`} />
        <ExportButton {...button} list={weekList} label={`${sourceTexts.weeks(1)} (CSV)`} />
      </div>
    </MenuDetails>
  );
}
