import { pages } from "#app/pages/registry.ts";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { indexGroups, type IndexGroup } from "./index-groups.ts";
import "./page-index.css";

/** Lists every page of the site with links to view and print it (specification section 2, "Compliance dashboard"). */
export function PageIndex() {
  const groups = indexGroups();
  const total = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <div className="wrap page-index">
      <div className="row">
        <h1>
          <span>Compliance Dashboard</span>
        </h1>
        <Statistics groups={groups} total={total} />
        <div className="text">
          <p>
            {`The ${total} pages under compliance review. `}
            The print pack is one document with all of them and the site’s other pages, a table of contents,
            the date and page numbers.
            <span className="screen-only">
              {" "}
              Print All Pages opens each page in its own window, one per second. Allow pop-ups first.
            </span>
          </p>
          <p className="acts">
            <OutsideLink className="btn press" href={pages.printPack.path}>
              Open the print pack
            </OutsideLink>
            <button className="btn" type="button" data-print-all="">
              Print All Pages
            </button>
          </p>
          <p role="status" data-status="" />
          <div className="page-groups">
            {groups.map((group) => (
              <Group group={group} key={group.title} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function Statistics({ groups, total }: { groups: readonly IndexGroup[]; total: number }) {
  return (
    <dl className="note statistics num">
      {groups.map(({ title, entries }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{entries.length}</dd>
        </div>
      ))}
      <div>
        <dt>Total Pages</dt>
        <dd>{total}</dd>
      </div>
    </dl>
  );
}

function Group({ group: { title, entries } }: { group: IndexGroup }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {entries.map(({ path, title: name }) => (
          <li key={path}>
            <span>
              {name}
              <span className="small soft">{path}</span>
            </span>
            <OutsideLink className="btn" href={path}>
              View<span className="unseen">{` ${name}`}</span>
            </OutsideLink>
            <button className="btn" type="button" data-print={path}>
              Print<span className="unseen">{` ${name}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
