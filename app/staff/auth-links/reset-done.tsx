import { pages } from "#app/pages/registry.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { practice } from "#content/practice.ts";
import { resetDoneTexts } from "./links.messages.ts";

/** Sign-in methods other than the password. A reset keeps them, including those that an attacker has added. */
export type OtherMethods = {
  authenticatorSince: Date | null;
  passkeys: readonly { id: string; name: string | null; createdAt: Date | null }[];
};

/** The island notifies other tabs (specification section 4, PASSWORD_RECOVERY). */
export function ResetDone({ script, others }: { script: string; others: OtherMethods }) {
  const { title, text, action } = resetDoneTexts;
  return (
    <AccessCard title={title} script={script}>
      <Alert text={text} isGood />
      <OtherMethodsList {...others} />
      <p data-tell-tabs="PASSWORD_RECOVERY">
        <a className="btn" href={pages.auth.path}>
          {action}
        </a>
      </p>
    </AccessCard>
  );
}

function OtherMethodsList({ authenticatorSince, passkeys }: OtherMethods) {
  if (authenticatorSince === null && passkeys.length === 0) return null;
  const { otherMethods, passkey, authenticator, notYours, notYourApp } = resetDoneTexts;
  return (
    <>
      <p>{otherMethods}</p>
      <ul>
        {passkeys.map(({ id, name, createdAt }) => (
          <li key={id}>{passkey(name, createdAt === null ? undefined : formatDay(createdAt))}</li>
        ))}
        {authenticatorSince === null ? null : <li>{authenticator(formatDay(authenticatorSince))}</li>}
      </ul>
      <p>{notYours}</p>
      {authenticatorSince === null ? null : <p>{notYourApp}</p>}
    </>
  );
}

function formatDay(moment: Date): string {
  return shortDayIn(practice.timeZone, moment);
}
