import { Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import type { TaskView } from "./today-view.ts";
import { todayTexts } from "./today.messages.ts";

/** The tasks of owners: those with a legal deadline, and changes of the website. @param changes what to do about them, in words */
export function ComplianceTasks({
  tasks,
  changes,
}: {
  tasks: readonly TaskView[];
  changes: readonly string[];
}) {
  if (tasks.length + changes.length === 0) return null;
  return (
    <section className="today-tasks" aria-labelledby="compliance">
      <h2 id="compliance">{todayTexts.compliance}</h2>
      <ul>
        {changes.map((change) => (
          <li key={change}>
            <Link to={pages.content.path}>{change}</Link>
          </li>
        ))}
        {tasks.map(({ label, due, isLate, path }) => (
          <li key={label}>
            <Link to={path}>{label}</Link>
            {due === "" ? null : ": "}
            <span className={isLate ? "bad" : undefined}>{due}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
