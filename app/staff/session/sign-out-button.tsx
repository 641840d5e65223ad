import type { SubmitEvent } from "react";
import { leaveForSignIn } from "./leave-for-sign-in.client.ts";
import { signOut } from "./sign-out.client.ts";

/** A POST to this path ends the session. */
const signOutPath = "/auth/sign-out";

/** Ends the session in all tabs. If the request fails, the form is submitted normally, so that the browser displays the error. */
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
