import { useState } from "react";
import { useNavigate } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { type Done, passkeyErrors, passkeyTexts } from "./account.messages.ts";
import { addPasskey, findPasskeyObstacle } from "./add-passkey.client.ts";
import type { AccountView } from "./load-account.server.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { leaveForSignIn } from "#app/staff/session/leave-for-sign-in.client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { ActionForm, findRefusal, type RefusedResult, Section, type SectionProps } from "./section.tsx";
import { useIsHydrated } from "#app/ui/islands/use-is-hydrated.ts";
import { When } from "#app/staff/time/when.tsx";

export function PasskeysSection({ account, result, done }: SectionProps) {
  const { passkeys, passkeyHost, hasUnverifiedPasskey } = account;
  const refusal = findRefusal(result, "passkeys");
  return (
    <Section part="passkeys" title="Passkeys" result={result} done={done}>
      <p className="soft">
        A passkey lets you sign in with “Quick Admin Access”, using your fingerprint, face or device PIN
        instead of a password and code.
      </p>
      {passkeys.length === 0 ? (
        <p>You have no passkeys.</p>
      ) : (
        <ul className="entries">
          {passkeys.map((passkey) => (
            <PasskeyEntry
              passkey={passkey}
              refusal={refusal}
              isRemovable={!hasUnverifiedPasskey}
              key={passkey.id}
            />
          ))}
        </ul>
      )}
      {hasUnverifiedPasskey ? <p>{passkeyTexts.unverified}</p> : <AddPasskey host={passkeyHost} />}
    </Section>
  );
}

function PasskeyEntry({
  passkey,
  refusal,
  isRemovable,
}: {
  passkey: AccountView["passkeys"][number];
  refusal: RefusedResult | undefined;
  isRemovable: boolean;
}) {
  const { id, name, created, isSynced } = passkey;
  const shownName = name ?? "Passkey";
  return (
    <li>
      <p>
        <b>{shownName}</b>
        <span className="soft">
          {created === null ? null : (
            <>
              Added <When moment={created} />,{" "}
            </>
          )}
          {isSynced ? "synced to your other devices" : "stored on one device"}
        </span>
      </p>
      <div className="acts">
        <RenamePasskey
          passkey={passkey}
          shownName={shownName}
          refusal={refusal?.about === id ? refusal : undefined}
        />
        {isRemovable ? (
          <details>
            <summary aria-label={`Remove ${shownName}…`}>Remove…</summary>
            <p className="soft">
              You can no longer sign in with it. Sessions started with it stay signed in until you end them.
            </p>
            <ActionForm intent="remove-passkey" label="Remove passkey" fields={{ passkey: id }} />
          </details>
        ) : null}
      </div>
    </li>
  );
}

function RenamePasskey({
  passkey: { id, name },
  shownName,
  refusal,
}: {
  passkey: AccountView["passkeys"][number];
  shownName: string;
  refusal: RefusedResult | undefined;
}) {
  return (
    // The key closes the form after the name has changed.
    <details key={name} open={refusal !== undefined}>
      <summary aria-label={`Rename ${shownName}…`}>Rename…</summary>
      <ActionForm intent="rename-passkey" label="Save name" fields={{ passkey: id }}>
        <Field
          id={`passkey-${id}`}
          label="Passkey name"
          name="passkeyName"
          required
          maxLength={maximumLength.name}
          defaultValue={refusal?.values?.["passkeyName"] ?? name ?? ""}
          {...fieldError(refusal?.fieldErrors?.["passkeyName"])}
        />
      </ActionForm>
    </details>
  );
}

function NeedsScript() {
  return (
    <noscript>
      <p className="soft">{passkeyTexts.needsScript}</p>
    </noscript>
  );
}

const addedPath = `${pages.account.path}?done=${"passkey-added" satisfies Done}`;

function AddPasskey({ host }: { host: string }) {
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  if (!useIsHydrated()) return <NeedsScript />;
  const obstacle = findPasskeyObstacle(host, location.hostname, "PublicKeyCredential" in window);
  if (obstacle !== undefined) return <p className="soft">{obstacle}</p>;

  async function add(): Promise<void> {
    setIsBusy(true);
    setError(undefined);
    const outcome = await addPasskey();
    setIsBusy(false);
    switch (outcome) {
      case "added":
        await navigate(addedPath, { preventScrollReset: true });
        break;
      case "proof":
        location.assign(stepUpPath(pages.account.path));
        break;
      case "signed-out":
        leaveForSignIn("ended");
        break;
      default:
        setError(passkeyErrors[outcome]);
    }
  }

  return (
    <>
      {error === undefined ? null : <Alert text={error} />}
      <p>
        <button
          type="button"
          className="btn"
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || void add()}
        >
          {isBusy ? "Adding…" : "Add a passkey"}
        </button>
      </p>
    </>
  );
}
