import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";

/**
 * The number, the text and the link are quoted from specification section 2, "Not found".
 * @param children further links
 */
export function NotFoundScreen({ children }: { children?: ReactNode }) {
  return (
    <Notice numeral="404" title="Oops! Page not found">
      <p className="lead">The address may be mistyped, or the page may have moved.</p>
      <p className="acts">
        <a className="btn press" href="/">
          Return to Home
        </a>
      </p>
      {children}
    </Notice>
  );
}
