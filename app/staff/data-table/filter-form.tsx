import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { Field } from "#app/ui/field.tsx";
import {
  isNarrowed,
  isOnlySearched,
  type ListFilter,
  type ListQuery,
  type ListSpecification,
} from "./list-url.ts";
import { listTexts } from "./list.messages.ts";
import "./filter-form.css";

/**
 * Search, days, filters and order. Where there is little room the first of them is open, and the rest where one of it is asked for:
 * else they would stand before the rows as a screen of their own.
 */
export function ListForm({ list, query }: { list: ListSpecification; query: ListQuery }) {
  const [first, ...rest] = fieldsOf(list, query);
  const isSearch = isOnlySearched(list);
  return (
    <Form
      method="get"
      action={list.path}
      className="narrow"
      role="search"
      aria-label={isSearch ? listTexts.search : listTexts.narrow}
    >
      {first?.field}
      {rest.length === 0 ? null : (
        <details className="more" open={rest.some(({ isSet }) => isSet)}>
          <summary>{listTexts.more}</summary>
          {rest.map(({ field }) => field)}
        </details>
      )}
      <div className="acts">
        <button type="submit" className="btn">
          {isSearch ? listTexts.search : listTexts.show}
        </button>
        {isNarrowed(query) ? (
          <Link to={list.path}>{isSearch ? listTexts.clearSearch : listTexts.showAll}</Link>
        ) : null}
      </div>
    </Form>
  );
}

/** A field of the form, and whether it asks for something that is not usual. */
type FormField = { field: ReactNode; isSet: boolean };

function fieldsOf(list: ListSpecification, query: ListQuery): FormField[] {
  const filters = Object.entries(list.filters).map(([name, filter]) => {
    const value = query.filters[name];
    return {
      field: <FilterField name={name} filter={filter} value={value} key={name} />,
      isSet: value !== undefined,
    };
  });
  return [...searchField(list, query), ...dayFields(list, query), ...filters, ...sortField(list, query)];
}

function searchField({ search }: ListSpecification, query: ListQuery): FormField[] {
  if (search === undefined) return [];
  const field = (
    <Field
      name="search"
      type="search"
      label={search.label}
      hint={search.hint}
      defaultValue={query.search}
      autoComplete="off"
      key="search"
    />
  );
  return [{ field, isSet: query.search !== undefined }];
}

/** One field of two inputs: where there is little room, both are open or neither. */
function dayFields({ hasDays }: ListSpecification, { from, to }: ListQuery): FormField[] {
  if (!hasDays) return [];
  const field = (
    <div className="days" key="days">
      <Field name="from" type="date" label="From" defaultValue={from} />
      <Field name="to" type="date" label="To" defaultValue={to} />
    </div>
  );
  return [{ field, isSet: from !== undefined || to !== undefined }];
}

function FilterField({
  name,
  filter,
  value,
}: {
  name: string;
  filter: ListFilter;
  value: string | undefined;
}) {
  if (!("choices" in filter)) {
    return (
      <Field
        name={name}
        label={filter.label}
        defaultValue={value}
        maxLength={filter.maximumLength}
        autoComplete="off"
        {...(filter.hint === undefined ? {} : { hint: filter.hint })}
      />
    );
  }
  return (
    <Choices name={name} label={filter.label} value={value ?? ""}>
      <option value="">{listTexts.all}</option>
      {filter.choices.map((choice) => (
        <option value={choice.value} key={choice.value}>
          {choice.label}
        </option>
      ))}
    </Choices>
  );
}

function sortField({ sorts }: ListSpecification, query: ListQuery): FormField[] {
  if (sorts.length < 2) return [];
  const field = (
    <Choices name="sort" label={listTexts.sort} value={query.sort} key="sort">
      {sorts.map(({ value, label }) => (
        <option value={value} key={value}>
          {label}
        </option>
      ))}
    </Choices>
  );
  return [{ field, isSet: query.sort !== sorts[0]?.value }];
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
