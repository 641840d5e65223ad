import type { ReactNode } from "react";
import { Mark } from "#app/ui/mark.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { practice } from "#content/practice.ts";

/**
 * The head of a staff screen: way past it, way home, and what belongs to this screen.
 * @param children heading and controls
 */
export function StaffHeader({ children }: { children?: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className="staff-header wrap">
        {/* A whole page load: public pages have no router to go there with. */}
        <a className="home" href="/">
          <Mark />
          <span className={children === undefined ? "serif" : "unseen"}>{practice.firmName}</span>
        </a>
        {children}
      </header>
    </>
  );
}
