import { isUuid } from "#app/platform/uuid.ts";
import type { PageRequest } from "#app/platform/page-of-rows.ts";

/** How many rows a page of a list shows. */
const rowsOnPage = 50;

export type Choice = { value: string; label: string };

/** A way to narrow a list down: to one of some choices, or to a text that is there exactly so, perhaps the id of a row. */
export type ListFilter = { label: string } & (
  | { choices: readonly Choice[] }
  | { maximumLength: number; hint?: string; form?: "id" }
);

/** What can be asked of a list; the words are those of its form. */
export type ListSpecification<Filter extends string = string, Sort extends string = string> = {
  path: string;
  /** What its search looks in; undefined: it has none. */
  search?: { label: string; hint: string } | undefined;
  /** Whether it can be narrowed to days. */
  hasDays: boolean;
  filters: Readonly<Record<Filter, ListFilter>>;
  /** The first is used where none is asked for. */
  sorts: readonly { value: Sort; label: string }[];
};

/** What is asked of a list, apart from the page of it. Days are those of the practice’s calendar, both whole. */
export type ListQuery<Filter extends string = string, Sort extends string = string> = {
  search?: string;
  from?: string;
  to?: string;
  filters: Readonly<Partial<Record<Filter, string>>>;
  sort: Sort;
};

/** What an address asks of a list, and what of it could not be read: an address can be typed by hand. */
export type ListAddress<Filter extends string, Sort extends string> = {
  query: ListQuery<Filter, Sort>;
  page: PageRequest;
  /** A sentence for each thing that was left out. */
  problems: readonly string[];
};

const longestSearch = 200;

/** Reads what an address asks of a list. Nothing of it is ever trusted to be one of the choices. */
export function readListAddress<Filter extends string, Sort extends string>(
  list: ListSpecification<Filter, Sort>,
  address: URLSearchParams,
): ListAddress<Filter, Sort> {
  const problems: string[] = [];
  const leftOut = (what: string): undefined => {
    problems.push(what);
  };
  for (const name of parametersOf(list)) {
    if (address.getAll(name).length > 1) leftOut(`“${name}” was asked for more than once; the first counts.`);
  }
  const query = {
    ...optional("search", readSearch(list, address, leftOut)),
    ...optional("from", list.hasDays ? readDay("From", valueOf(address, "from"), leftOut) : undefined),
    ...optional("to", list.hasDays ? readDay("To", valueOf(address, "to"), leftOut) : undefined),
    filters: readFilters(list, address, leftOut),
    sort: readSort(list, address, leftOut),
  };
  if (query.from !== undefined && query.to !== undefined && query.from > query.to) {
    leftOut("“From” is later than “To”, so no day lies between them.");
  }
  return { query, page: { size: rowsOnPage, beyond: readBeyond(address) }, problems };
}

type LeftOut = (what: string) => undefined;

/** No key at all where there is no value: what is asked is compared and handed on as it is. */
function optional<Key extends string, Value>(key: Key, value: Value | undefined) {
  // A computed key is a plain string to the type checker.
  return (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, Value>>;
}

function readSearch(list: ListSpecification, address: URLSearchParams, leftOut: LeftOut): string | undefined {
  const search = valueOf(address, "search");
  if (list.search === undefined || search === "") return undefined;
  if (!/[\p{L}\p{N}]/u.test(search)) {
    return leftOut(`Search needs a letter or a digit; “${bounded(search)}” was left out.`);
  }
  if (search.length > longestSearch) return leftOut("That search is too long, and was left out.");
  return search;
}

function readDay(label: string, day: string, leftOut: LeftOut): string | undefined {
  if (day === "") return undefined;
  if (isDay(day)) return day;
  return leftOut(`“${label}” must be a day like 2026-11-21; “${bounded(day)}” was left out.`);
}

/** February 30 is read as March 2, which is not what was written; and there is no year 0. */
function isDay(text: string): boolean {
  const day = new Date(/^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function readFilters<Filter extends string>(
  list: ListSpecification<Filter>,
  address: URLSearchParams,
  leftOut: LeftOut,
): Partial<Record<Filter, string>> {
  const found: Partial<Record<Filter, string>> = {};
  // The keys of the table are what its type says.
  for (const [name, filter] of Object.entries(list.filters) as [Filter, ListFilter][]) {
    const value = valueOf(address, name);
    if (value === "") continue;
    if (isAllowed(filter, value)) found[name] = value;
    else leftOut(`“${bounded(value)}” is nothing that “${filter.label}” can be, and was left out.`);
  }
  return found;
}

function isAllowed(filter: ListFilter, value: string): boolean {
  if ("choices" in filter) return filter.choices.some((choice) => choice.value === value);
  return filter.form === "id" ? isUuid(value) : value.length <= filter.maximumLength;
}

function readSort<Sort extends string>(
  list: ListSpecification<string, Sort>,
  address: URLSearchParams,
  leftOut: LeftOut,
): Sort {
  const [usual] = list.sorts;
  if (usual === undefined) throw new Error(`The list at ${list.path} has no order.`);
  const asked = valueOf(address, "sort");
  const known = list.sorts.find(({ value }) => value === asked);
  if (known === undefined && asked !== "") {
    leftOut(`“${bounded(asked)}” is no order of this list; it is shown by “${usual.label}”.`);
  }
  return (known ?? usual).value;
}

function readBeyond(address: URLSearchParams): PageRequest["beyond"] {
  for (const direction of ["after", "before"] as const) {
    const row = address.get(direction);
    if (row !== null && row !== "") return { direction, row };
  }
  return undefined;
}

/** What an address says of something. Signs that nobody can type are none of it: the database would stumble over them. */
function valueOf(address: URLSearchParams, name: string): string {
  return (address.get(name) ?? "").replaceAll(/\p{Cc}+/gu, " ").trim();
}

/** The names of everything that can be asked of a list, apart from the page of it. */
export function parametersOf({ search, hasDays, filters }: ListSpecification): string[] {
  return [
    search === undefined ? [] : "search",
    hasDays ? ["from", "to"] : [],
    Object.keys(filters),
    "sort",
  ].flat();
}

/** As much of what was typed as fits into a sentence. */
function bounded(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The address of a list as it is asked for; what is usual is left out, so that the same list has one address. */
export function listAddress(
  list: ListSpecification,
  query: ListQuery,
  { path = list.path, beyond }: { path?: string; beyond?: PageRequest["beyond"] } = {},
): string {
  const said = new URLSearchParams(parametersFor(list, query));
  if (beyond !== undefined) said.set(beyond.direction, beyond.row);
  return said.size === 0 ? path : `${path}?${said.toString()}`;
}

/** What an address has to say for a list to be asked so; what is usual needs no word. */
export function parametersFor(list: ListSpecification, query: ListQuery): Record<string, string> {
  const { search, from, to, filters, sort } = query;
  const asked = { search, from, to, ...filters, sort: sort === list.sorts[0]?.value ? undefined : sort };
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Whether all that can be asked of a list is a search. */
export function isOnlySearched({ search, hasDays, filters, sorts }: ListSpecification): boolean {
  return search !== undefined && !hasDays && Object.keys(filters).length === 0 && sorts.length < 2;
}

/** Whether a list is narrowed down, so that rows may be missing from it. */
export function isNarrowed({ search, from, to, filters }: ListQuery): boolean {
  return [search, from, to, ...Object.values(filters)].some((value) => value !== undefined);
}
