import { Form } from "react-router";

/** A button that submits the name of a change. */
export function ChangeButton({
  change,
  look = "",
  children,
}: {
  change: string;
  look?: "press" | "destructive" | "";
  children: string;
}) {
  return (
    <button type="submit" name="change" value={change} className={`btn ${look}`.trim()}>
      {children}
    </button>
  );
}

/** Requires a second click to confirm, with or without JavaScript. */
export function Removal({ ask, about, remove }: { ask: string; about: string; remove: string }) {
  return (
    <details className="removal">
      <summary>{ask}</summary>
      <Form method="post">
        <p className="soft">{about}</p>
        <ChangeButton change="remove" look="destructive">
          {remove}
        </ChangeButton>
      </Form>
    </details>
  );
}
