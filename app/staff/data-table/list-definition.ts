import type { ReactNode } from "react";
import type { Staff } from "#app/identity/accounts/staff.ts";
import type { ListExport, RowNouns } from "#app/staff/export-button/export-definition.ts";

/** Labels by value, in the order of the form. */
export type Choices<Value extends string = string> = Readonly<Record<Value, string>>;

/**
 * Limits a list to one of several choices or to an exact text. A loader supplies `loaded` choices. `usual` is the choice that a URL without
 * the filter means. `isShownIfSet`: the filter comes from links of other screens, and the form displays it only if it is set. `isId`: the
 * values are ids, which the audit log records. Other texts and loaded choices may contain personal data, so it only records that they were
 * used.
 */
export type ListFilter<Value extends string = string> = { label: string; isShownIfSet?: true } & (
  | { choices: Choices<Value>; usual?: Value }
  | { choices: "loaded"; isId?: true }
  // Text cannot be a value of a narrower type.
  | (string extends Value ? TextFilter : never)
);

/** Whether the audit log may contain the values of a filter: they are ids or from a fixed list. */
export function hasRecordableValues(filter: ListFilter): boolean {
  return ("isId" in filter && filter.isId === true) || ("choices" in filter && filter.choices !== "loaded");
}

type TextFilter = { maxLength: number; hint?: string; isId?: true };

type FilterName<Query> = Exclude<keyof Query, "search" | "from" | "to" | "sort"> & string;
type SortOf<Query> = Query extends { sort: infer Sort extends string } ? Sort : never;

/** The parts of a definition that do not depend on its rows, for forms and URLs. */
export type AnyList = RowNouns & {
  name: string;
  path: string;
  empty: string;
  search?: SearchField;
  hasDays?: boolean;
  /** Labels of the days, if the list has other times than the ones that they limit. */
  dayLabels?: DayLabels;
  filters: Readonly<Record<string, ListFilter>>;
  sorts: Readonly<Record<string, string>>;
};

type SearchField = { label: string; hint: string };
type DayLabels = { from: string; to: string };

/** A column on screen, in the CSV file, or both. */
export type ListColumn<Row, View> = {
  /** Heading of the column, on screen and in the file. */
  label: string;
  /** Columns without a cell appear only in the file. */
  cell?: (view: View) => ReactNode;
  /** The format of the cell: figures on one line, a phone number, free text, or an address that may break anywhere. */
  holds?: "num" | "tel" | "prose" | "address";
  /** Placed next to the heading of a row when rows are displayed as blocks. Other cells follow below, with their labels. */
  beside?: "badge" | "date";
  /** The sort orders of the column, which its heading links to. `first` is the order of the first press. */
  sorts?: { ascending: string; descending: string; first: "ascending" | "descending" };
  /** Not displayed on phones. */
  isSecondary?: true;
  /** Whether the cell only says that there is no value. Such cells are dimmed, and hidden in blocks. */
  isMissing?: (view: View) => boolean;
  /** Columns without a value appear only on screen. */
  csv?: (row: Row) => string | number;
  /** Heading in the file, if it differs. */
  csvLabel?: string;
};

/**
 * A list of the staff area. `Row` is what the query selects, `View` what the browser receives, and `Query` the type of the SQL query: a
 * filter or sort order that only one of them has does not compile.
 */
export type ListDefinition<Row, Query, View> = RowNouns & {
  /** Identifies the list in the audit log and in the URL of its export. */
  name: string;
  path: string;
  permission: (staff: Staff) => boolean;
  /** Text of a list without any rows. */
  empty: string;
  filters: { readonly [Name in FilterName<Query>]: ListFilter<Query[Name] & string> };
  /** Labels of the sort orders. The first is the default. */
  sorts: Readonly<Record<SortOf<Query>, string>>;
  /** Selects and formats what the browser may receive. Runs on the server. */
  view: (row: Row, now: Date) => View;
  columns: readonly ListColumn<Row, View>[];
  export?: ListExport;
  /** Carries the type of the query and has no value. */
  queryType?: Query;
} & ("search" extends keyof Query ? { search: SearchField } : unknown) &
  ("from" extends keyof Query ? { hasDays: true; dayLabels?: DayLabels } : unknown);

/**
 * Defines a list once, for its page, filters, exports and audit records: `defineList<Row, Query>()({ … })`. `assessments.list.tsx` is an
 * example. To add a column, add it there and to the query, for example `app/assessments/lists/list-assessments.server.ts`.
 */
export function defineList<Row, Query>() {
  return <View extends { id: string | number }>(list: ListDefinition<Row, Query, View>) => list;
}

export type ViewOf<List> = List extends { view: (row: never, now: Date) => infer View } ? View : never;
