import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { Field } from "#app/ui/fields/field.tsx";
import type { AnyList, Choices, ListFilter } from "./list-definition.ts";
import {
  defaultSort,
  isFiltered,
  isSearchOnly,
  type LoadedChoices,
  type UrlQuery,
  usualChoice,
} from "./list-url.ts";
import { listTexts } from "./list.messages.ts";
import "./filter-form.css";

type FilterFormProps = { list: AnyList; query: UrlQuery; choices: LoadedChoices };

/**
 * Search, days, filters and sort order. On narrow screens only the first field is visible, and the others expand if one of them is in use:
 * otherwise they would fill the screen before the first row.
 */
export function FilterForm(props: FilterFormProps) {
  const { list, query } = props;
  const [first, ...rest] = createFields(props);
  const isSearch = isSearchOnly(list);
  return (
    <Form
      method="get"
      action={list.path}
      className="filters"
      role="search"
      aria-label={isSearch ? listTexts.search : listTexts.filter}
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
        {isFiltered(query) ? (
          <Link to={list.path}>{isSearch ? listTexts.clearSearch : listTexts.showAll}</Link>
        ) : null}
      </div>
    </Form>
  );
}

/** A field, and whether its value differs from the default. */
type FormField = { field: ReactNode; isSet: boolean };

function createFields({ list, query, choices }: FilterFormProps): FormField[] {
  const filters = Object.entries(list.filters).flatMap(([name, filter]) => {
    const value = query[name];
    if (filter.isShownIfSet === true && value === undefined) return [];
    const field = <FilterField name={name} filter={filter} loaded={choices[name]} value={value} key={name} />;
    return [{ field, isSet: value !== undefined }];
  });
  return [...searchField(list, query), ...dayFields(list, query), ...filters, ...sortField(list, query)];
}

function searchField({ search }: AnyList, query: UrlQuery): FormField[] {
  if (search === undefined) return [];
  const field = (
    <Field
      name="search"
      type="search"
      label={search.label}
      hint={search.hint}
      defaultValue={query["search"]}
      autoComplete="off"
      key="search"
    />
  );
  return [{ field, isSet: query["search"] !== undefined }];
}

/** One entry for both inputs, so that they expand together on narrow screens. */
function dayFields({ hasDays, dayLabels = listTexts.days }: AnyList, query: UrlQuery): FormField[] {
  if (hasDays !== true) return [];
  const [from, to] = [query["from"], query["to"]];
  const field = (
    <div className="days" key="days">
      <Field name="from" type="date" label={dayLabels.from} defaultValue={from} />
      <Field name="to" type="date" label={dayLabels.to} defaultValue={to} />
    </div>
  );
  return [{ field, isSet: from !== undefined || to !== undefined }];
}

function FilterField({
  name,
  filter,
  loaded = {},
  value,
}: {
  name: string;
  filter: ListFilter;
  loaded?: Choices | undefined;
  value: string | undefined;
}) {
  if (!("choices" in filter)) {
    return (
      <Field
        name={name}
        label={filter.label}
        defaultValue={value}
        maxLength={filter.maxLength}
        autoComplete="off"
        {...(filter.hint === undefined ? {} : { hint: filter.hint })}
      />
    );
  }
  const choices = Object.entries(filter.choices === "loaded" ? loaded : filter.choices);
  const usual = usualChoice(filter);
  return (
    <Select
      name={name}
      label={filter.label}
      value={value ?? usual ?? ""}
      options={usual === undefined ? [["", listTexts.all], ...choices] : choices}
    />
  );
}

function sortField(list: AnyList, query: UrlQuery): FormField[] {
  const sorts = Object.entries(list.sorts);
  if (sorts.length < 2) return [];
  const field = <Select name="sort" label={listTexts.sort} value={query.sort} options={sorts} key="sort" />;
  return [{ field, isSet: query.sort !== defaultSort(list) }];
}

function Select({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
        {options.map(([option, text]) => (
          <option value={option} key={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
