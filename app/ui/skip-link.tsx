import "./skip-link.css";

/** A link for keyboard users to skip the header. It is visible when focused. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to content
    </a>
  );
}
