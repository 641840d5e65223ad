import { Notice } from "./notice.tsx";

/** The number, the text and the link are quoted from specification section 2, "Not found". */
export function NotFoundScreen() {
  return (
    <Notice numeral="404" title="Oops! Page not found">
      <p className="lead">
        The address may be mistyped, or the page may have moved. Use the menu to find what you need.
      </p>
      <p className="acts">
        <a className="btn" href="/">
          Return to Home
        </a>
      </p>
    </Notice>
  );
}
