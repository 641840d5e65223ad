import { data, redirect } from "react-router";
import { type PageServices, servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { Message } from "#app/ui/fields/message.tsx";
import type { Route } from "./+types/confirm-mailbox.route";
import { confirmMailbox, findConfirmable } from "./confirm-mailbox.server.ts";
import { ConfirmationPage, TextWithPhone } from "./confirmation-page.tsx";
import {
  confirmHeading,
  confirmMessages,
  confirmNote,
  staffDecisionMessages,
  unreadableNotice,
} from "./confirmation.messages.ts";

export const handle = { scripts: "none", shared: false } satisfies PageHandle;

/** GET changes nothing, because mail scanners and link previews follow links. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const found = await findConfirmable(services, readId(services, params.token));
  if (found === undefined) throw unknownToken();
  if (found.isAccepted) throw redirect(found.path, 303);
  return { form: found.form };
}

export async function action({ context, params }: Route.ActionArgs) {
  const services = servicesOf(context);
  const outcome = await confirmMailbox(services, readId(services, params.token));
  if (outcome.ok) return redirect(outcome.path, 303);
  if (outcome.reason === "unknown") throw unknownToken();
  const { reason } = outcome;
  return reason === "unreadable" ? data({ reason }, { status: 409 }) : data({ reason }, { status: 202 });
}

function readId({ spamCheckKeys }: PageServices, token: string): string {
  const id = spamCheckKeys.readConfirmationToken(token);
  if (id === undefined) throw unknownToken();
  return id;
}

function unknownToken(): AppError {
  return new AppError("not-found", "No submission awaits this confirmation.");
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.confirmMailbox, matches),
  // The URL is secret. The referrer must not reveal it to pages that this page links to.
  { name: "referrer", content: "origin" },
];

export default function ConfirmMailboxRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData !== undefined && actionData.reason !== "unreadable") {
    const { heading, leads, help } = staffDecisionMessages;
    return (
      <ConfirmationPage heading={heading} lead={leads[actionData.reason]}>
        <p>
          <TextWithPhone text={help} />
        </p>
      </ConfirmationPage>
    );
  }
  const { lead, button } = confirmMessages[loaderData.form];
  return (
    <ConfirmationPage heading={confirmHeading} lead={lead}>
      {actionData === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the response to the button, and this is its result
        <Message bad autoFocus {...unreadableNotice} />
      )}
      <form method="post">
        <p className="acts">
          <button className="btn press" type="submit">
            {button}
          </button>
        </p>
      </form>
      <p className="soft">
        <TextWithPhone text={confirmNote()} />
      </p>
    </ConfirmationPage>
  );
}
