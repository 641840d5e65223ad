import { pages } from "#app/pages/registry.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { type AccountLink, expiredLinkTexts } from "./links.messages.ts";

/** Displayed for used, expired and invalid links alike, so that the page reveals nothing about them. */
export function ExpiredLinkCard({ link }: { link: AccountLink }) {
  const { why, next, action } = expiredLinkTexts[link];
  return (
    <AccessCard title={expiredLinkTexts.title}>
      <p>{why}</p>
      <p>{next}</p>
      <p>
        <a className="btn" href={pages[action.page].path}>
          {action.label}
        </a>
      </p>
    </AccessCard>
  );
}
