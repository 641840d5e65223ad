import { z } from "zod";
import { estimates, type TaxFactName, taxFacts } from "#content/tax-facts.ts";
import {
  block,
  drawing,
  type ElementDefinition,
  inline,
  monthsBeforeClosing,
  nameIn,
  number,
  text,
} from "./element-definition.ts";
import { describeLinkMistake } from "./links.ts";

const taxFact = nameIn<TaxFactName>(() => taxFacts, "content/tax-facts.ts");
const caption = text;
const note = text.optional();

/** The elements that the text of an article can contain (docs/architecture.md, "An article"). All others are mistakes. */
export const articleElements = {
  Fact: inline({ name: taxFact }),
  Amount: inline({ name: taxFact }),
  AmountNow: inline({ name: taxFact }),
  Estimate: inline({ name: nameIn<keyof typeof estimates>(() => estimates, "content/tax-facts.ts") }),
  Note: block({}, "text"),
  PullFigure: block({ figure: text }, "text"),
  TableFigure: block({ caption, note }, "table"),
  Checklist: block({}, "list"),
  MoveList: block({ caption, note }, "text"),
  Move: block({ monthsBefore: monthsBeforeClosing, deadline: text, cost: text.optional() }, "text"),
  Bars: drawing(
    { caption, note, emphasis: z.literal("ends").optional() },
    { items: z.strictObject({ label: text, value: number, shown: text }) },
  ),
  YearsLine: drawing(
    { caption },
    {
      periods: z.strictObject({ title: text, from: monthsBeforeClosing, to: monthsBeforeClosing, text }),
      items: z.strictObject({ when: text, what: text }),
    },
  ),
  DatedTimeline: drawing(
    { caption },
    {
      items: z.strictObject({
        on: z.iso.date("must be a date like 2025-01-05"),
        when: text,
        title: text,
        text,
      }),
    },
  ),
  a: inline({ href: z.string().superRefine(refuseBadLink) }, "text"),
  br: inline({}),
  sub: inline({}, "text"),
  sup: inline({}, "text"),
} satisfies Record<string, ElementDefinition>;

type Elements = typeof articleElements;

export type ArticleElementName = keyof Elements;

/** The validated attributes of an element and the rows of its tables. */
export type ElementValues<Name extends ArticleElementName> = z.infer<Elements[Name]["attributes"]> & {
  [Table in keyof Elements[Name]["tables"]]: Elements[Name]["tables"][Table] extends z.ZodObject
    ? z.infer<Elements[Name]["tables"][Table]>[]
    : never;
};

const definitions: ReadonlyMap<string, ElementDefinition> = new Map(Object.entries(articleElements));

/** The names of all elements, for the message about an unknown one. */
export const elementNames: readonly string[] = [...definitions.keys()];

/** Finds the definition of an element by its name in a source. */
export function findElement(name: string | null): ElementDefinition | undefined {
  return definitions.get(name ?? "");
}

function refuseBadLink(href: string, context: z.RefinementCtx): void {
  const message = describeLinkMistake(href);
  if (message !== undefined) context.addIssue({ code: "custom", message });
}
