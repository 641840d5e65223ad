import { useState } from "react";
import { practice } from "#content/practice.ts";
import { pages } from "#app/pages/registry.ts";
import { Alert } from "#app/ui/alert.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";

/** The codes, this once, and ways to keep them. */
export function RecoveryCodes({
  codes,
  next = { to: pages.account.path, label: "I have kept them" },
}: {
  codes: readonly string[];
  /** Target of the button that closes the list of codes. */
  next?: { to: string; label: string };
}) {
  const text = `Recovery codes, ${practice.firmName}\nEach is good for signing in once.\n\n${codes.join("\n")}\n`;
  return (
    <div className="recovery-codes">
      <Alert isGood text="These are your recovery codes. They are shown this once." />
      <p>
        Each of them is good once, instead of a code from your app, if your phone is lost. Keep them where
        your phone is not: in a password manager, or on paper.
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
        <a className="btn quiet" href={next.to}>
          {next.label}
        </a>
      </p>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<"Copy" | "Copied" | "Could not be copied">("Copy");
  const isHydrated = useIsHydrated();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState("Copied");
    } catch {
      setState("Could not be copied");
    }
  }
  if (!isHydrated) return null;
  return (
    <button type="button" className="btn" onClick={() => void copy()}>
      <span role="status">{state}</span>
    </button>
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
