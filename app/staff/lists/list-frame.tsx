import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Alert } from "#app/staff/sign-in/card/alert.tsx";
import { Field } from "#app/ui/field.tsx";
import { isNarrowed, listAddress, type ListQuery, type ListSpecification } from "./list-address.ts";
import { listTexts } from "./list.messages.ts";
import "./ledger.css";
import "./list-frame.css";

/** What a page of a list tells of itself besides its rows. */
export type ListState = {
  query: ListQuery;
  problems: readonly string[];
  hasPrevious: boolean;
  hasNext: boolean;
  isLost: boolean;
  /** How many rows the page has. */
  count: number;
  /** Ids of the first and the last row of the page. */
  edges: { first: string; last: string } | undefined;
};

/** Id of a list's heading, which names its table as well. */
export const listHeading = "list-heading";

/**
 * A list with what narrows it down, its order and its pages, all in the address: it can be kept, sent and gone back to, and works
 * without scripting.
 */
export function ListFrame({
  list,
  state,
  empty,
  actions,
  children,
}: {
  list: ListSpecification;
  state: ListState;
  /** What is said where nothing was ever there. */
  empty: string;
  /** What can be done with the whole list, e.g. its export. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { query, problems, isLost, edges } = state;
  const outcome = useOutcome(listAddress(list, query) + JSON.stringify(edges));
  const said = [...problems, ...(isLost ? [listTexts.lost] : [])];
  return (
    // Without a name: its table is the region of that name.
    <section className="ledger list" aria-busy={useNavigation().state !== "idle"}>
      <h2 id={listHeading} className="unseen">
        {listTexts.rows}
      </h2>
      {said.length === 0 ? null : <Alert text={said.join(" ")} />}
      <ListForm list={list} query={query} key={listAddress(list, query)} />
      {actions === undefined ? null : <div className="acts">{actions}</div>}
      <p className="soft small outcome" tabIndex={-1} ref={outcome}>
        {listTexts.shown(state.count, state.hasPrevious || state.hasNext)}
      </p>
      {edges === undefined ? (
        <p className="empty">{isNarrowed(query) ? listTexts.nothingFits : empty}</p>
      ) : (
        children
      )}
      <Pager list={list} state={state} />
    </section>
  );
}

/** Another page of rows, or others, take the focus to how many they are: what was pressed is gone, and nobody would hear of it. */
function useOutcome(shown: string) {
  const outcome = useRef<HTMLParagraphElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) outcome.current?.focus();
    before.current = shown;
  }, [shown]);
  return outcome;
}

/** Search, days, filters and order. */
function ListForm({ list, query }: { list: ListSpecification; query: ListQuery }) {
  return (
    <Form method="get" action={list.path} className="narrow" role="search" aria-label={listTexts.narrow}>
      {list.search === undefined ? null : (
        <Field
          name="search"
          type="search"
          label={list.search.label}
          hint={list.search.hint}
          defaultValue={query.search}
          autoComplete="off"
        />
      )}
      {list.hasDays ? (
        <>
          <Field name="from" type="date" label="From" defaultValue={query.from} />
          <Field name="to" type="date" label="To" defaultValue={query.to} />
        </>
      ) : null}
      {Object.entries(list.filters).map(([name, filter]) =>
        "choices" in filter ? (
          <Choices name={name} label={filter.label} value={query.filters[name] ?? ""} key={name}>
            <option value="">{listTexts.all}</option>
            {filter.choices.map(({ value, label }) => (
              <option value={value} key={value}>
                {label}
              </option>
            ))}
          </Choices>
        ) : (
          <Field
            name={name}
            label={filter.label}
            defaultValue={query.filters[name]}
            maxLength={filter.maximumLength}
            autoComplete="off"
            {...(filter.hint === undefined ? {} : { hint: filter.hint })}
            key={name}
          />
        ),
      )}
      {list.sorts.length < 2 ? null : (
        <Choices name="sort" label={listTexts.sort} value={query.sort}>
          {list.sorts.map(({ value, label }) => (
            <option value={value} key={value}>
              {label}
            </option>
          ))}
        </Choices>
      )}
      <div className="acts">
        <button type="submit" className="btn">
          {listTexts.show}
        </button>
        {isNarrowed(query) ? <Link to={list.path}>{listTexts.showAll}</Link> : null}
      </div>
    </Form>
  );
}

function Choices({
  name,
  label,
  value,
  children,
}: {
  name: string;
  label: string;
  value: string;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
        {children}
      </select>
    </div>
  );
}

function Pager({ list, state }: { list: ListSpecification; state: ListState }) {
  const { query, hasPrevious, hasNext, edges } = state;
  if (edges === undefined || !(hasPrevious || hasNext)) return null;
  const before = { direction: "before", row: edges.first } as const;
  const after = { direction: "after", row: edges.last } as const;
  return (
    <nav className="pager" aria-label={listTexts.pages}>
      {hasPrevious ? (
        <>
          <Link to={listAddress(list, query)}>{listTexts.first}</Link>
          <Link to={listAddress(list, query, { beyond: before })} rel="prev">
            {listTexts.previous}
          </Link>
        </>
      ) : null}
      {hasNext ? (
        <Link to={listAddress(list, query, { beyond: after })} rel="next">
          {listTexts.next}
        </Link>
      ) : null}
    </nav>
  );
}
