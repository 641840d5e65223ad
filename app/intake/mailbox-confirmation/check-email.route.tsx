import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import type { Route } from "./+types/check-email.route";
import { ConfirmationPage } from "./confirmation-page.tsx";
import { checkEmailMessages, waitForStaffMessages } from "./confirmation.messages.ts";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { sendsEmail: servicesOf(context).sendsEmail };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.checkEmail, matches);

/** Explains the next step after a form whose mailbox must be confirmed. */
export default function CheckEmailRoute({ loaderData }: Route.ComponentProps) {
  const { heading, lead, steps, help } = loaderData.sendsEmail ? checkEmailMessages : waitForStaffMessages;
  return (
    <ConfirmationPage heading={heading} lead={lead}>
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p>{help}</p>
      <p className="acts">
        <a className="btn" href="/">
          Return to the homepage
        </a>
      </p>
    </ConfirmationPage>
  );
}
