import { shareImagePath } from "#app/pages/page-meta.ts";
import type { Page } from "#app/pages/page.ts";
import { pages } from "#app/pages/registry.ts";
import { advisorData, practiceReference } from "#app/pages/structured-data.ts";
import { sevenSteps } from "#content/pages/seven-steps.ts";
import { textPieces } from "#app/pages/document/text-pieces.ts";

/** Structured data of the page about the manufacturer's sale. */
export function manufacturerSaleData(siteUrl: string): object {
  return { "@type": "Guide", ...describePage(pages.manufacturerSale, siteUrl) };
}

/** Structured data of the page about the seven steps: a guide, and its steps in order. */
export function sevenStepsData(siteUrl: string): object {
  return {
    "@type": "Guide",
    ...describePage(pages.sevenSteps, siteUrl),
    mainEntity: {
      "@type": "ItemList",
      name: sevenSteps.hero.headline,
      numberOfItems: sevenSteps.steps.items.length,
      itemListElement: sevenSteps.steps.items.map(({ title, text }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name: title,
        description: textPieces(text)
          .map(({ words }) => words)
          .join(""),
      })),
    },
  };
}

function describePage({ path, title, description, modified }: Page, siteUrl: string): object {
  const url = siteUrl + path;
  return {
    "@context": "https://schema.org",
    headline: title,
    description,
    url,
    image: siteUrl + shareImagePath(path),
    author: advisorData(siteUrl),
    publisher: practiceReference(siteUrl),
    dateModified: modified,
    mainEntityOfPage: { "@type": "WebPage", "@id": url },
  };
}
