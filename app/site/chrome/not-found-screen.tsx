import { Notice } from "./notice.tsx";

/** The number, the text and the link are quoted from specification section 2, "Not found". */
export function NotFoundScreen() {
  return (
    <Notice numeral="404" title="Oops! Page not found">
      <p className="lead">
        The address may have been mistyped, or the page may have moved. Everything we publish can be reached
        from the menu and the foot of the page.
      </p>
      <p className="acts">
        <a className="btn" href="/">
          Return to Home
        </a>
      </p>
    </Notice>
  );
}
