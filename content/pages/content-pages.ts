import type { ContentPage } from "#content/document-schema.ts";
import { about } from "./about.ts";
import { businessValuation } from "./business-valuation.ts";
import { exitPlanning } from "./exit-planning.ts";
import { successionPlanning } from "./succession-planning.ts";
import { taxStrategies } from "./tax-strategies.ts";

/** The pages in `content/pages/`, by file name, in the order of the page index. `content/menu.ts` decides which are in the menu. */
export const contentPages = {
  "exit-planning": exitPlanning,
  "business-valuation": businessValuation,
  "tax-strategies": taxStrategies,
  "succession-planning": successionPlanning,
  about,
} as const satisfies Record<string, ContentPage>;
