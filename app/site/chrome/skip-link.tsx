/** First in the tab order: past the header, to the page itself. Unseen until it has the focus. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to content
    </a>
  );
}
