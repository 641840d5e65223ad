import { KeyFigures } from "#app/site/page-hero/key-figures.tsx";
import { CallNote } from "#app/site/page-hero/page-hero.tsx";
import { mailRequestHref } from "#app/pages/document/mail-request.ts";
import { Contents } from "#app/pages/document/contents.tsx";
import { Sections } from "#app/pages/document/sections.tsx";
import { pages } from "#app/pages/registry.ts";
import { datePartsIn } from "#app/platform/calendar/zoned-time.ts";
import type { PromotedEvent } from "#app/site/live-event/promoted-event.ts";
import type { Section } from "#content/document-schema.ts";
import { manufacturerSale } from "#content/pages/manufacturer-sale.ts";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { practice } from "#content/practice.ts";
import { ClosingInvitation } from "#app/pages/document/closing-invitation.tsx";
import { RelatedPages } from "#app/site/articles/related-pages.tsx";
import { SaleStructures, StockSaleWaterfall } from "./sale-drawings.tsx";
import "./guide.css";
import "./manufacturer-sale-page.css";

const related = ["/business-valuation", "/blog/why-plan-before-loi", "/seven-steps"] as const;

const drawings = { "stock-sale": <StockSaleWaterfall />, structures: <SaleStructures /> };

/** The hypothetical sale of an S corporation manufacturer, with drawings, tables and the arithmetic. */
export function ManufacturerSalePage({ promoted }: { promoted: PromotedEvent | undefined }) {
  const { hero, summary, sections, closing } = manufacturerSale;
  return (
    <>
      <header className="wrap page-hero guide-hero sale-hero">
        <div className="row">
          <h1>
            <span>{hero.headline}</span>
          </h1>
          <p className="note">
            <span className="hypothetical">{hero.label}</span>
            <span className="line">{hero.note}</span>
          </p>
          <div className="text">
            <p className="lead">{hero.lead}</p>
            <KeyFigures figures={summary} />
            <p className="acts">
              <OutsideLink className="btn press" href={practice.schedulingUrl}>
                Schedule Your Strategy Call
              </OutsideLink>
              <a className="btn quiet" href="#rollover-equity">
                Compare the four structures
              </a>
            </p>
            <CallNote />
            <Contents sections={sections} />
          </div>
        </div>
      </header>
      {sections.map((section) => (
        <div className={isDrawn(section) ? "guide-drawn" : undefined} key={section.id}>
          <Sections sections={[section]} drawings={drawings} />
        </div>
      ))}
      <RelatedPages paths={related} />
      <ClosingInvitation {...closing}>
        <a className="btn quiet" href={mailRequestHref(practice.mailRequests.exitPlanning)}>
          {practice.mailRequests.exitPlanning.label}
        </a>
        <a className="btn quiet" href={pages.eventSignup.path}>
          {inviteToEvent(promoted)}
        </a>
      </ClosingInvitation>
    </>
  );
}

function isDrawn({ blocks }: Section): boolean {
  return blocks.some((block) => typeof block === "object" && "drawing" in block);
}

/** @example "Ask us live on December 17" */
function inviteToEvent(promoted: PromotedEvent | undefined): string {
  if (promoted === undefined) return "Get notified about the next live event";
  const { month, day } = datePartsIn(promoted.timeZone, promoted.startsAt);
  return `Ask us live on ${month} ${day}`;
}
