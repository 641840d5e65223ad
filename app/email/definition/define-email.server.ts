import type { EmailContent } from "./email-content.ts";
import { type EmailCategory, type EmailKind, emailKinds } from "./email-kinds.ts";

/** How an email is loaded and rendered. Its category and its name are in `email-kinds.ts`. */
type EmailDefinition<Kind extends EmailKind, Deps, Input> = {
  kind: Kind;
  /**
   * Reads current data about the row that caused the email.
   * @returns undefined if the email no longer applies: the row was deleted, or its state has changed
   */
  load(deps: Deps & SiteUrl, about: string): Promise<Input | undefined>;
  render(input: Input, site: SiteUrl): EmailContent;
  /** Invented input for the preview of each case. */
  samples: readonly [Sample<Input>, ...Sample<Input>[]];
};

type SiteUrl = {
  /** Without a slash at the end. */
  siteUrl: string;
};

/** @property when the case, if a kind has several */
type Sample<Input> = { when?: string; input: Input };

/** An email with the services that it is loaded from. */
export type Email<Kind extends string = string> = {
  kind: Kind;
  category: EmailCategory;
  /** @returns undefined if the email no longer applies */
  compose(about: string): Promise<EmailContent | undefined>;
  renderSamples(): SampleEmail[];
};

/** @property name identifies the sample in URLs */
export type SampleEmail = { name: string; kind: string; when: string | undefined; content: EmailContent };

/** An email for each kind. */
export type EmailRegistry = { readonly [Kind in EmailKind]: Email<Kind> };

/** Defines an email of one kind. `server/emails.ts` connects it to the services of the program. */
export function defineEmail<Kind extends EmailKind, Deps, Input>(
  definition: EmailDefinition<Kind, Deps, Input>,
) {
  const { kind, load, render, samples } = definition;
  return {
    render,
    connect: (deps: Deps & SiteUrl): Email<Kind> => ({
      kind,
      category: emailKinds[kind].category,
      async compose(about) {
        const input = await load(deps, about);
        return input === undefined ? undefined : render(input, deps);
      },
      renderSamples: () =>
        samples.map(({ when, input }) => ({
          name: when === undefined ? kind : `${kind}-${when.replaceAll(/\W+/g, "-")}`,
          kind,
          when,
          content: render(input, deps),
        })),
    }),
  };
}
