import type { ComponentProps } from "react";
import "./form.css";

type MessageProps = ComponentProps<"div"> & {
  title: string;
  description: string;
  /** Something went wrong. Screen readers announce it immediately. */
  bad?: boolean;
};

/**
 * A message above a form or a page. It can take the focus, so that a person who does not see it hears it.
 * @example <Message bad title="Submission Error" description="Please try again." />
 */
export function Message({ title, description, bad = false, ...others }: MessageProps) {
  return (
    <div
      className={bad ? "message bad" : "message"}
      role={bad ? "alert" : "status"}
      tabIndex={-1}
      {...others}
    >
      <p>
        <b>{title}</b>
      </p>
      <p>{description}</p>
    </div>
  );
}
