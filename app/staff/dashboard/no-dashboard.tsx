import type { Page } from "#app/pages/registry.ts";
import { Message } from "#app/ui/message.tsx";
import { AccessCard } from "#app/staff/sign-in/access-card.tsx";
import { SignOutButton } from "#app/staff/sign-out-button.tsx";
import { loadFailure, waitingTexts } from "./dashboard.messages.ts";

/** Signed in, with an account that may not see the leads. */
export function Waiting() {
  return (
    <AccessCard title={waitingTexts.title}>
      <p>{waitingTexts.description}</p>
      <SignOutButton />
    </AccessCard>
  );
}

/** The data could not be loaded. Trying again loads the whole page, with or without scripting. */
export function LoadFailure({ page }: { page: Page }) {
  return (
    <AccessCard title={page.title}>
      <Message {...loadFailure} />
      <div className="acts">
        <a className="btn" href={page.path}>
          Try again
        </a>
        <SignOutButton />
      </div>
    </AccessCard>
  );
}
