import { useState } from "react";
import { practice } from "#content/practice.ts";
import { Alert } from "#app/ui/alert.tsx";
import { useIsHydrated } from "#app/ui/islands/use-is-hydrated.ts";
import "./authenticator.css";

/** Displays new recovery codes. They cannot be displayed again, so the page offers ways to save them. */
export function RecoveryCodes({ codes, next }: { codes: readonly string[]; next: string }) {
  const text = `Recovery codes for ${practice.firmName}\nEach code works once.\n\n${codes.join("\n")}\n`;
  return (
    <div className="recovery-codes">
      <Alert isGood text="Save your recovery codes now. You won’t be able to see them again." />
      <p>
        If you lose your phone, sign in with a recovery code instead of a code from your app. Each code works
        once. Keep them apart from your phone, in a password manager or on paper.
      </p>
      <ol className="num">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="acts">
        <CopyButton text={text} />
        <a
          className="btn"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Download
        </a>
        <PrintButton />
      </div>
      <p>
        <a className="btn quiet" href={next}>
          I have saved my codes
        </a>
      </p>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [result, setResult] = useState<"Copied" | "Copy failed">();
  const isHydrated = useIsHydrated();
  async function copy(): Promise<void> {
    // Screen readers do not announce unchanged text again.
    setResult(undefined);
    try {
      await navigator.clipboard.writeText(text);
      setResult("Copied");
    } catch {
      setResult("Copy failed");
    }
  }
  if (!isHydrated) return null;
  return (
    <>
      <button type="button" className="btn" onClick={() => void copy()}>
        {result ?? "Copy"}
      </button>
      <span className="unseen" role="status">
        {result}
      </span>
    </>
  );
}

function PrintButton() {
  if (!useIsHydrated()) return null;
  return (
    <button type="button" className="btn" onClick={() => print()}>
      Print
    </button>
  );
}
