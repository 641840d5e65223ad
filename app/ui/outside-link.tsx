import type { ReactNode } from "react";

/** A link that opens in a new tab and sends no referrer, such as one to another site. Screen readers announce the new tab. */
export function OutsideLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="unseen"> (opens in a new tab)</span>
    </a>
  );
}
