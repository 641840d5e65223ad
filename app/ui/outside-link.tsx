import type { ReactNode } from "react";

/** A link that leaves the site: opens beside it, and tells the other site nothing about where it came from. */
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
    </a>
  );
}
