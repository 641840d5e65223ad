import type { ComponentProps } from "react";
import "./form.css";

type MessageProps = ComponentProps<"div"> & {
  title: string;
  description: string;
  /** Whether it is an error, which screen readers announce immediately. */
  bad?: boolean;
};

/**
 * A message above a form or a page. It can receive the focus, so that screen readers announce it.
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
