import "./skip-link.css";

/** The way past the head of a page for the keyboard: shows when it is reached. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to content
    </a>
  );
}
