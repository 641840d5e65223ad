import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import { erasePerson, type Erasure } from "#app/people/erasure/erase-person.server.ts";
import { exportPerson, holdsAnything } from "#app/people/export/export-person.server.ts";
import { recordPersonExport } from "#app/people/export/record-person-export.server.ts";
import { givenTexts, withdrawnTexts } from "#app/people/profile/consent-channels.messages.ts";
import { keptTexts, removedTexts } from "#app/people/erasure/erasure.messages.ts";
import { giveConsent } from "#app/intake/consent/record-consent.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { hiddenKindsFor } from "#app/staff/email/email-view.ts";
import { done, refused, type Report } from "./command.ts";
import type { PersonOrder } from "./person-order.ts";

/** Does what was asked. Letters to whoever moves up are carried by the server: a running one finds them within a second. */
export async function carryOutPersonOrder(
  given: { db: DatabaseConnection["db"]; clock: Clock; persons: PersonKeys },
  order: Exclude<PersonOrder, { kind: "rewrite" }>,
): Promise<Report> {
  const { db, clock } = given;
  const actor = { kind: "shell" } as const;
  const hiddenKinds = hiddenKindsFor("command line");
  if (order.kind === "export") {
    const handedOut = await recordPersonExport({ ...given, actor }, order.email, { hiddenKinds });
    return handedOut === undefined ? nothingHeld : done(JSON.stringify(handedOut, null, 2));
  }
  const person = await exportPerson({ db, clock }, order.email, { hiddenKinds });
  if (order.kind === "withdraw") {
    await withdrawConsent({ ...given, actor }, order.email, order.channels);
    return done(consentLines("Opt-out recorded:", withdrawnTexts, order.channels, holdsAnything(person)));
  }
  if (order.kind === "consent") {
    await giveConsent({ ...given, actor }, order.email, order.channels);
    return done(consentLines("Consent recorded:", givenTexts, order.channels, holdsAnything(person)));
  }
  if (!holdsAnything(person)) return nothingHeld;
  const deps = { ...given, actor, outbox: createOutbox(() => undefined) };
  const erasure = await erasePerson(deps, order.email, order);
  return done(erasedLines(erasure, order.keepsLetters).join("\n"));
}

/** Most likely a slip of the keys: an empty answer could pass for the truth about somebody else. */
const nothingHeld = refused("Nothing is held about that address.");

/** Also records changes for an unknown address, because the firm may know the person from elsewhere. */
function consentLines(
  heading: string,
  texts: Readonly<Record<ConsentChannel, string>>,
  channels: readonly ConsentChannel[],
  isKnown: boolean,
): string {
  const hint = "Nothing else is held about that address. Check the spelling.";
  return [heading, ...channels.map((channel) => `  ${texts[channel]}`), ...(isKnown ? [] : [hint])].join(
    "\n",
  );
}

function erasedLines(erasure: Erasure, keepsLetters: boolean): string[] {
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  return [
    "Removed, in rows by table:",
    ...indented(removedTexts(erasure, "shell")),
    "Kept:",
    ...indented(keptTexts(erasure, keepsLetters, "shell")),
  ];
}
