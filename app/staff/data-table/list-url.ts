import { isDay } from "#app/platform/calendar/is-day.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { type PageRequest, rowsPerPage } from "#app/platform/page-of-rows.ts";
import type { AnyList, Choices, ListFilter } from "./list-definition.ts";
import { listTexts } from "./list.messages.ts";

/** A query in the format of a URL: `search`, `from` and `to` (inclusive days in the firm's time zone), the filters, and `sort`. */
export type UrlQuery = { sort: string } & Readonly<Record<string, string | undefined>>;

/** Choices that a loader supplies, by filter. */
export type LoadedChoices = Readonly<Record<string, Choices>>;

/** The query of a URL. URLs can be typed manually, so parts of them may be invalid. */
export type ListUrl<Query> = {
  query: Query;
  page: PageRequest;
  /** One sentence for each ignored part. */
  problems: readonly string[];
};

/** The data of a list page besides its rows. */
export type ListState = {
  query: UrlQuery;
  choices: LoadedChoices;
  problems: readonly string[];
  hasPrevious: boolean;
  hasNext: boolean;
  isLost: boolean;
  /** Rows on the page. */
  count: number;
  /** Ids of the first and the last row of the page. */
  edges: { first: string; last: string } | undefined;
};

const maxSearchLength = 200;

/** Reads the query of a URL. Values are validated against the definition of the list. */
export function readListUrl<Query extends UrlQuery>(
  list: AnyList & { queryType?: Query },
  params: URLSearchParams,
  choices: LoadedChoices = {},
): ListUrl<Query> {
  const problems: string[] = [];
  const ignore: Ignore = (problem) => {
    problems.push(problem);
  };
  for (const name of listParameters(list)) {
    if (params.getAll(name).length < 2) continue;
    ignore(`The link contains “${name}” more than once. The first value is used.`);
  }
  const { from, to } = list.dayLabels ?? listTexts.days;
  const query: Record<string, string | undefined> = {
    search: readSearch(list, params, ignore),
    from: list.hasDays === true ? readDay(from, readValue(params, "from"), ignore) : undefined,
    to: list.hasDays === true ? readDay(to, readValue(params, "to"), ignore) : undefined,
    ...readFilters(list, { params, choices, ignore }),
    sort: readSort(list, params, ignore),
  };
  if (query["from"] !== undefined && query["to"] !== undefined && query["from"] > query["to"]) {
    ignore(`“${from}” is later than “${to}”, so nothing can match.`);
  }
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  return {
    // The values were checked against the filters and sort orders of the definition, whose names and values are those of the query.
    query: given as Query,
    page: { size: rowsPerPage, beyond: readBeyond(params) },
    problems,
  };
}

type Ignore = (problem: string) => undefined;

function readSearch(list: AnyList, params: URLSearchParams, ignore: Ignore): string | undefined {
  const search = readValue(params, "search");
  if (list.search === undefined || search === "") return undefined;
  if (!/[\p{L}\p{N}]/u.test(search)) {
    return ignore(`Search needs a letter or a digit. “${shorten(search)}” was ignored.`);
  }
  if (search.length > maxSearchLength) return ignore("The search is too long and was ignored.");
  return search;
}

function readDay(label: string, day: string, ignore: Ignore): string | undefined {
  if (day === "") return undefined;
  if (isDay(day)) return day;
  return ignore(`“${label}” must be a day like 2026-11-21. “${shorten(day)}” was ignored.`);
}

function readFilters(
  list: AnyList,
  { params, choices, ignore }: { params: URLSearchParams; choices: LoadedChoices; ignore: Ignore },
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, filter] of Object.entries(list.filters)) {
    const value = readValue(params, name);
    // Each query has one URL.
    if (value === "" || value === usualChoice(filter)) continue;
    if (isAllowed(filter, value, choices[name])) found[name] = value;
    else ignore(`“${shorten(value)}” is not a valid choice for “${filter.label}” and was ignored.`);
  }
  return found;
}

/** The choice that a URL without the filter means. */
export function usualChoice(filter: ListFilter): string | undefined {
  return "choices" in filter && filter.choices !== "loaded" ? filter.usual : undefined;
}

function isAllowed(filter: ListFilter, value: string, loaded: Choices = {}): boolean {
  if ("choices" in filter) {
    const choices = filter.choices === "loaded" ? loaded : filter.choices;
    return Object.hasOwn(choices, value);
  }
  return filter.isId === true ? isUuid(value) : value.length <= filter.maxLength;
}

/** The sort order of a list unless a URL names another. */
export function defaultSort({ name, sorts }: AnyList): string {
  const [first] = Object.keys(sorts);
  if (first === undefined) throw new Error(`The list ${name} has no sort order.`);
  return first;
}

function readSort(list: AnyList, params: URLSearchParams, ignore: Ignore): string {
  const sort = readValue(params, "sort");
  if (Object.hasOwn(list.sorts, sort)) return sort;
  const usual = defaultSort(list);
  if (sort !== "") {
    ignore(`“${shorten(sort)}” is not a sort order of this list. It is sorted by “${list.sorts[usual]}”.`);
  }
  return usual;
}

function readBeyond(params: URLSearchParams): PageRequest["beyond"] {
  for (const direction of ["after", "before"] as const) {
    const row = params.get(direction);
    if (row !== null && row !== "") return { direction, row };
  }
  return undefined;
}

/** Control characters cannot be typed, and PostgreSQL rejects some of them. */
function readValue(params: URLSearchParams, name: string): string {
  return (params.get(name) ?? "").replaceAll(/\p{Cc}+/gu, " ").trim();
}

/** All parameters of a list, apart from the page. */
export function listParameters({ search, hasDays, filters }: AnyList): string[] {
  return [
    search === undefined ? [] : "search",
    hasDays === true ? ["from", "to"] : [],
    Object.keys(filters),
    "sort",
  ].flat();
}

/** Whether each parameter belongs to the list. `after` and `before` name the page. */
export function hasOnlyKnownParameters(list: AnyList, params: URLSearchParams): boolean {
  const known = [...listParameters(list), "after", "before"];
  return [...params.keys()].every((name) => known.includes(name));
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The URL of a list with a query. Defaults are omitted, so that each query has one URL. */
export function listUrl(list: AnyList, query: UrlQuery, beyond?: PageRequest["beyond"]): string {
  const params = new URLSearchParams(urlParameters(list, query));
  if (beyond !== undefined) params.set(beyond.direction, beyond.row);
  return params.size === 0 ? list.path : `${list.path}?${params.toString()}`;
}

/** The URL parameters of a query. Defaults are omitted. */
export function urlParameters(list: AnyList, query: UrlQuery): Record<string, string> {
  const usual = defaultSort(list);
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || (name === "sort" && value === usual) ? [] : [[name, value]],
    ),
  );
}

/** Whether a list has a search and nothing else to filter or sort by. */
export function isSearchOnly({ search, hasDays, filters, sorts }: AnyList): boolean {
  return (
    search !== undefined &&
    hasDays !== true &&
    Object.keys(filters).length === 0 &&
    Object.keys(sorts).length < 2
  );
}

/** Whether the query excludes rows. */
export function isFiltered(query: UrlQuery): boolean {
  return Object.entries(query).some(([name, value]) => name !== "sort" && value !== undefined);
}
