import { redirect } from "react-router";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { type Channel, channels } from "#app/people/profile/consent-channels.messages.ts";
import { emailTopics } from "#app/email/outbox/suppressions.server.ts";
import { digestField, type DigestKind, digestKinds } from "#app/people/digests/digest.messages.ts";
import { findDigestOfKey, findDigests, saveDigests } from "#app/people/digests/digest-choices.server.ts";
import { DigestPreferences } from "./digest-preferences.tsx";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { readForm } from "#app/platform/http/form.ts";
import type { Route } from "./+types/email-preferences.route";
import { preferenceIntents } from "./email-preferences.messages.ts";
import { EmailPreferences } from "./email-preferences.tsx";
import { preferenceFields } from "./preference-fields.ts";
import { findPreferences, type PreferenceChange, savePreferences } from "./preferences.server.ts";
import { preferencesPath, savedParameter } from "./preferences-path.ts";

export const handle = { scripts: "none", shared: false } satisfies PageHandle;

/** GET changes nothing, because mail scanners and link previews follow links. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db } = servicesOf(context);
  const isSaved = new URL(request.url).searchParams.has(savedParameter);
  const digest = await findDigestOfKey(db, params.key);
  if (digest !== undefined) return { digests: await findDigests(db, digest.userId), isSaved };
  const preferences = await findPreferences(db, params.key);
  if (preferences === undefined) throw unknownKey();
  return { ...preferences, isSaved };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const { db, clock } = servicesOf(context);
  const digest = await findDigestOfKey(db, params.key);
  if (digest !== undefined) {
    await saveDigests(db, digest.userId, readDigests(form), clock.now());
    return redirect(`${preferencesPath(params.key)}?${savedParameter}`, 303);
  }
  const change = readChange(form);
  const outcome = await savePreferences(servicesOf(context), params.key, change);
  if (outcome === "unknown") throw unknownKey();
  if (outcome === "too-many") throw new AppError("too-many", "Too many consents of one person in a day.");
  return redirect(`${preferencesPath(params.key)}?${savedParameter}`, 303);
}

/** @throws AppError without a known button, because an empty form must not opt out of everything */
function readChange(form: FormData): PreferenceChange {
  const intent = form.get("intent");
  if (intent === preferenceIntents.none) return { topics: [], consents: { email: "stop", phone: "stop" } };
  if (intent !== preferenceIntents.save) throw new AppError("invalid", "The form has an unknown intent.");
  const marked = form.getAll(preferenceFields.topic);
  return {
    topics: emailTopics.filter((topic) => marked.includes(topic)),
    consents: Object.fromEntries(channels.map((channel) => [channel, readDecision(form, channel)])),
  };
}

function readDigests(form: FormData): DigestKind[] {
  const intent = form.get("intent");
  if (intent === preferenceIntents.none) return [];
  if (intent !== preferenceIntents.save) throw new AppError("invalid", "The form has an unknown intent.");
  const marked = form.getAll(digestField);
  return digestKinds.filter((kind) => marked.includes(kind));
}

function readDecision(form: FormData, channel: Channel): PreferenceChange["consents"][Channel] {
  const wasChecked = form.getAll(preferenceFields.consentShown).includes(channel);
  const isChecked = form.getAll(preferenceFields.consent).includes(channel);
  if (isChecked) return wasChecked ? "keep" : "give";
  return wasChecked ? "stop" : undefined;
}

function unknownKey(): AppError {
  return new AppError("not-found", "No email has this preferences key.");
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.letterPreferences, matches),
  // The URL is secret. The referrer must not reveal it to pages that this page links to.
  { name: "referrer", content: "origin" },
];

export default function EmailPreferencesRoute({ loaderData }: Route.ComponentProps) {
  return loaderData.digests !== undefined ? (
    <DigestPreferences {...loaderData} />
  ) : (
    <EmailPreferences {...loaderData} />
  );
}
