import type { EmailRegistry, SampleEmail } from "#app/email/definition/define-email.server.ts";
import { type EmailCategory, emailKinds } from "#app/email/definition/email-kinds.ts";
import { type RenderedEmail, renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { listPostalAddressLines } from "#content/disclosures.ts";

type LabeledSample = SampleEmail & { category: EmailCategory; label: string };

/** The samples of every kind, for invented people. */
export function listSamples(emails: EmailRegistry): LabeledSample[] {
  return Object.values(emails).flatMap(({ kind, category, renderSamples }) => {
    const { label } = emailKinds[kind];
    return renderSamples().map((sample) => ({
      ...sample,
      category,
      label: sample.when === undefined ? label : `${label}, ${sample.when}`,
    }));
  });
}

/** The preferences link of a sample leads nowhere. */
export function renderSample({ content, category }: LabeledSample, siteUrl: string): RenderedEmail {
  return renderEmail(content, {
    category,
    siteUrl,
    postalAddressLines: listPostalAddressLines(),
    preferencesKey: "sample",
  });
}
