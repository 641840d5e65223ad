import { Notice } from "./notice.tsx";

/** Specification section 2, "Not found": the number, the words and the way back are quoted from it. */
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
