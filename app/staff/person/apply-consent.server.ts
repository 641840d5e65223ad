import { giveConsent } from "#app/intake/consent/record-consent.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { channels } from "#app/people/profile/consent-channels.messages.ts";
import { findAddress } from "#app/people/profile/find-people.server.ts";
import { AppError } from "#app/platform/errors.ts";
import {
  type ConsentChange,
  type ConsentDraft,
  consentFields,
  getDisplayedVersion,
} from "./consent-form.tsx";
import { personTexts } from "./person.messages.ts";

type Deps = Parameters<typeof giveConsent>[0];

/**
 * Saves the form that records an opt-out or, at the person's request, consent, for all addresses of the person. Consent is refused if the
 * record is not the displayed one, because it would lift an opt-out that was not displayed. An opt-out is always recorded.
 * @returns undefined if the person was erased meanwhile
 */
export async function applyConsent(
  deps: Deps,
  { leadId, email, form }: { leadId: string; email: string; form: FormData },
): Promise<{ ok: true } | { ok: false; status: 409 | 422; draft: ConsentDraft } | undefined> {
  const change = readChange(form);
  const checked = form.getAll(consentFields.channel);
  const chosen = channels.filter((channel) => checked.includes(channel));
  const refuse = (status: 409 | 422, error: string) =>
    ({ ok: false, status, draft: { change, chosen, error } }) as const;
  if (chosen.length === 0) return refuse(422, personTexts.channelMissing);
  const isCurrent = async (db: Deps["db"]): Promise<boolean> =>
    change === "withdraw" ||
    getDisplayedVersion(await findPersonRecord(db, email)) === form.get(consentFields.record);
  if (!(await isCurrent(deps.db))) return refuse(409, personTexts.consentChanged);
  const record = change === "give" ? giveConsent : withdrawConsent;
  for (const address of await listAddresses(deps.db, email)) {
    const isRecorded = await record(
      deps,
      address,
      chosen,
      async (trx) =>
        (await findAddress(trx, leadId)) === email &&
        (await listAddresses(trx, email)).includes(address) &&
        (await isCurrent(trx)),
    );
    if (isRecorded) continue;
    const isErased = (await findAddress(deps.db, leadId)) !== email;
    return isErased ? undefined : refuse(409, personTexts.consentChanged);
  }
  return { ok: true };
}

/** @throws AppError if the form does not specify the change */
function readChange(form: FormData): ConsentChange {
  const change = form.get(consentFields.change);
  if (change === "give" || change === "withdraw") return change;
  throw new AppError("invalid", "the form does not specify the change");
}
