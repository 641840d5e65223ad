import { pages } from "#app/pages/registry.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { type AccountLink, linkOverTexts } from "./links.messages.ts";

/** A link that opens nothing: used, ended, or never ours. All look the same: a stranger learns nothing. */
export function LinkOver({ link }: { link: AccountLink }) {
  const { why, next, act } = linkOverTexts[link];
  return (
    <AccessCard title={linkOverTexts.title}>
      <p>{why}</p>
      <p>{next}</p>
      <p>
        <a className="btn" href={pages[act.page].path}>
          {act.label}
        </a>
      </p>
    </AccessCard>
  );
}
