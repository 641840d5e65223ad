import { Link } from "react-router";
import type { TaskView } from "./today-view.ts";
import { todayTexts } from "./today.messages.ts";

/** The tasks of owners with a legal deadline. */
export function ComplianceTasks({ tasks }: { tasks: readonly TaskView[] }) {
  if (tasks.length === 0) return null;
  return (
    <section className="today-tasks" aria-labelledby="compliance">
      <h2 id="compliance">{todayTexts.compliance}</h2>
      <ul>
        {tasks.map(({ label, due, isLate, path }) => (
          <li key={label}>
            <Link to={path}>{label}</Link>
            {": "}
            <span className={isLate ? "bad" : undefined}>{due}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
