import type { SubmitEvent } from "react";
import { signOutPath } from "#app/staff/paths/sign-out-path.ts";
import { leaveForSignIn } from "#app/staff/session/leave-for-sign-in.client.ts";
import { signOut } from "#app/staff/session/sign-out.client.ts";

/**
 * Ends the session, in all tabs at once where scripting is on. Where the server does not answer as it should, the plain form is sent
 * after all, and the browser shows what is wrong.
 */
export function SignOutButton() {
  async function end(form: HTMLFormElement): Promise<void> {
    if (await signOut(signOutPath)) leaveForSignIn("signed-out");
    else form.submit();
  }

  function start(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void end(event.currentTarget);
  }

  return (
    <form method="post" action={signOutPath} onSubmit={start}>
      <button type="submit" className="btn">
        Sign Out
      </button>
    </form>
  );
}
