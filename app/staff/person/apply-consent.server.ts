import { consentFacts, findPersonConsent } from "#app/intake/consent/find-consent.server.ts";
import { giveConsent } from "#app/intake/consent/record-consent.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { channels } from "#app/people/profile/consent-channels.messages.ts";
import { getConsentVersion } from "#app/people/profile/consent-version.server.ts";
import { findAddress } from "#app/people/profile/find-people.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { type ConsentChange, type ConsentDraft, consentFields } from "./consent-form.tsx";
import { personTexts } from "./person.messages.ts";

type Deps = Parameters<typeof giveConsent>[0];

/**
 * Saves the form that records an opt-out or, at the person's request, consent, for all addresses of the person. Consent is refused if the
 * page displayed another consent than the current one, because it would lift an opt-out that was not displayed. An opt-out is always recorded.
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
  const addresses = await listAddresses(deps.db, email);
  const isKnown = async (db: Deps["db"], own: readonly string[]): Promise<boolean> => {
    if ((await findAddress(db, leadId)) !== email) return false;
    const current = await listAddresses(db, email);
    return own.every((address) => current.includes(address));
  };
  const isRecorded =
    change === "give"
      ? await giveConsent(
          deps,
          addresses,
          chosen,
          async (trx) =>
            (await isKnown(trx, addresses)) &&
            (await getConsentVersion(trx, email)) === form.get(consentFields.displayed),
        )
      : await withdrawFromAll(deps, addresses, chosen, isKnown);
  if (isRecorded) return { ok: true };
  if ((await findAddress(deps.db, leadId)) !== email) return undefined;
  return refuse(409, personTexts.consentChanged(consentFacts(await findPersonConsent(deps.db, email))));
}

/** @returns false if an address was erased or moved to another record meanwhile */
async function withdrawFromAll(
  deps: Deps,
  addresses: readonly string[],
  chosen: ConsentDraft["chosen"],
  isKnown: (db: Deps["db"], own: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  let isComplete = true;
  // The others are recorded even if one address is no longer the person's.
  for (const address of addresses) {
    const isRecorded = await withdrawConsent(deps, address, chosen, async (trx) => isKnown(trx, [address]));
    isComplete &&= isRecorded;
  }
  return isComplete;
}

/** @throws AppError if the form does not specify the change */
function readChange(form: FormData): ConsentChange {
  const change = form.get(consentFields.change);
  if (change === "give" || change === "withdraw") return change;
  throw new AppError("invalid", "The form does not specify the change.");
}
