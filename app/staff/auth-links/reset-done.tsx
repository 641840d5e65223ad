import { pages } from "#app/pages/registry.ts";
import { shortDayIn } from "#app/platform/zoned-time.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { practice } from "#content/practice.ts";
import { resetTexts } from "./links.messages.ts";

/** What an account knows beside its password. A new password leaves it, a stranger's too. */
export type OtherWaysIn = {
  authenticatorSince: Date | null;
  passkeys: readonly { id: string; name: string | null; createdAt: Date | null }[];
};

/** Other tabs hear of it from the island (specification section 4, PASSWORD_RECOVERY). */
export function ResetDone({ script, others }: { script: string; others: OtherWaysIn }) {
  const { title, text, act } = resetTexts.done;
  return (
    <AccessCard title={title} script={script}>
      <Alert text={text} isGood />
      <Others {...others} />
      <p data-tell-tabs="PASSWORD_RECOVERY">
        <a className="btn" href={pages.auth.path}>
          {act}
        </a>
      </p>
    </AccessCard>
  );
}

function Others({ authenticatorSince, passkeys }: OtherWaysIn) {
  if (authenticatorSince === null && passkeys.length === 0) return null;
  const { known, passkey, authenticator, notYours, notYourApp } = resetTexts.done;
  return (
    <>
      <p>{known}</p>
      <ul>
        {passkeys.map(({ id, name, createdAt }) => (
          <li key={id}>{passkey(name, createdAt === null ? undefined : dayOf(createdAt))}</li>
        ))}
        {authenticatorSince === null ? null : <li>{authenticator(dayOf(authenticatorSince))}</li>}
      </ul>
      <p>{notYours}</p>
      {authenticatorSince === null ? null : <p>{notYourApp}</p>}
    </>
  );
}

function dayOf(moment: Date): string {
  return shortDayIn(practice.timeZone, moment);
}
