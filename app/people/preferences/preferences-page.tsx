import type { ReactNode } from "react";
import { Message } from "#app/ui/fields/message.tsx";
import { preferenceIntents } from "./email-preferences.messages.ts";
import "./email-preferences.css";

/** A page on which the recipient of an email chooses what to get. It works without signing in. */
export function PreferencesPage({
  texts: { heading, lead, save, none },
  saved,
  note,
  children,
}: {
  texts: { heading: string; lead: string; save: string; none: string };
  /** What has just been saved, if anything. */
  saved: { title: string; description: string } | undefined;
  note?: string;
  /** The choices. */
  children: ReactNode;
}) {
  return (
    <div className="wrap preferences">
      {saved === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- announces the outcome first after the page reloads
        <Message autoFocus {...saved} />
      )}
      <div className="row">
        <h1>
          <span>{heading}</span>
        </h1>
        {note === undefined ? null : <p className="note">{note}</p>}
        <form className="text" method="post">
          <p className="lead">{lead}</p>
          {children}
          <p className="acts">
            <button className="btn press" type="submit" name="intent" value={preferenceIntents.save}>
              {save}
            </button>
            <button className="btn quiet" type="submit" name="intent" value={preferenceIntents.none}>
              {none}
            </button>
          </p>
        </form>
      </div>
    </div>
  );
}
