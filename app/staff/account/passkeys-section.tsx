import { useState } from "react";
import { useNavigate } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { type Done, passkeyErrors, passkeyTexts } from "./account.messages.ts";
import { addPasskey } from "./add-passkey.client.ts";
import type { AccountView } from "./load-account.server.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { leaveForSignIn } from "#app/staff/session/leave-for-sign-in.client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { fieldError } from "#app/ui/field-error.ts";
import { Field } from "#app/ui/field.tsx";
import { ActionForm } from "./action-form.tsx";
import { passkeyObstacle } from "./passkey-obstacle.ts";
import { refusalOf, type RefusedAnswer, Section, type Shown } from "./section.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { When } from "#app/staff/time/when.tsx";

/** Passkeys: what Quick Admin Access signs in with. */
export function PasskeysSection({ account, answer, done }: Shown) {
  const { passkeys, passkeyHost } = account;
  const refusal = refusalOf(answer, "passkeys");
  return (
    <Section part="passkeys" title="Passkeys" answer={answer} done={done}>
      <p className="soft">
        A passkey signs you in with one tap on “Quick Admin Access”: your finger, your face or your device’s
        PIN instead of password and code.
      </p>
      {passkeys.length === 0 ? (
        <p>You have none yet.</p>
      ) : (
        <ul className="entries">
          {passkeys.map((passkey) => (
            <PasskeyEntry passkey={passkey} refusal={refusal} key={passkey.id} />
          ))}
        </ul>
      )}
      <AddPasskey host={passkeyHost} />
    </Section>
  );
}

function PasskeyEntry({
  passkey,
  refusal,
}: {
  passkey: AccountView["passkeys"][number];
  refusal: RefusedAnswer | undefined;
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
          {isSynced ? "follows you to your other devices" : "stays in its device"}
        </span>
      </p>
      <div className="acts">
        <RenamePasskey
          passkey={passkey}
          shownName={shownName}
          refusal={refusal?.about === id ? refusal : undefined}
        />
        <details>
          <summary aria-label={`Remove ${shownName}…`}>Remove…</summary>
          <p className="soft">
            It will no longer sign anybody in. Sessions that it began go on until you end them.
          </p>
          <ActionForm intent="remove-passkey" label="Remove passkey" fields={{ passkey: id }} />
        </details>
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
  refusal: RefusedAnswer | undefined;
}) {
  return (
    // A new one for each name: it is closed again when the name was taken.
    <details key={name} open={refusal !== undefined}>
      <summary aria-label={`Rename ${shownName}…`}>Rename…</summary>
      <ActionForm intent="rename-passkey" label="Save name" fields={{ passkey: id }}>
        <Field
          id={`passkey-${id}`}
          label="Name of the passkey"
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

function NeedsScripting() {
  return (
    <noscript>
      <p className="soft">{passkeyTexts.withoutScripting}</p>
    </noscript>
  );
}

const addedPath = `${pages.account.path}?done=${"passkey-added" satisfies Done}`;

function AddPasskey({ host }: { host: string }) {
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  if (!useIsHydrated()) return <NeedsScripting />;
  const obstacle = passkeyObstacle(host, location.hostname, "PublicKeyCredential" in window);
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
