import { isDay } from "#app/platform/calendar/is-day.ts";
import { recordTexts } from "./record.messages.ts";

/** The valid parameters of the screen. */
export type RecordQuery = {
  page: string;
  date: string | undefined;
  time: string | undefined;
  version: number | undefined;
  sent: string | undefined;
  sentAt: Date | undefined;
  from: number | undefined;
  to: number | undefined;
  before: number | undefined;
};

/** Reads the parameters. Invalid ones are left out, with one problem for the fields that a person fills in. */
export function readRecordQuery(params: URLSearchParams): {
  query: RecordQuery;
  problem: string | undefined;
} {
  const read = (name: string, pattern: RegExp): string | undefined =>
    pattern.exec(params.get(name) ?? "")?.[0];
  const readNumber = (name: string): number | undefined => {
    const text = read(name, /^[1-9]\d{0,8}$/);
    return text === undefined ? undefined : Number(text);
  };
  const given = params.get("date") ?? "";
  const date = isDay(given) ? given : undefined;
  const time = read("time", /^(?:[01]\d|2[0-3]):[0-5]\d$/);
  const isInvalid = [
    ["date", date],
    ["time", time],
  ].some(([name = "", value]) => (params.get(name) ?? "") !== "" && value === undefined);
  const query = {
    // Paths consist of ASCII characters. The database rejects a NUL.
    page: read("page", /^\/[!-~]{0,300}$/) ?? "/",
    date,
    time,
    version: readNumber("version"),
    sent: read("sent", /^[\w-]{22}$/),
    sentAt: readMoment(read("sentAt", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)),
    from: readNumber("from"),
    to: readNumber("to"),
    before: readNumber("before"),
  };
  return { query, problem: isInvalid ? recordTexts.invalidTime : undefined };
}

function readMoment(text: string | undefined): Date | undefined {
  const moment = new Date(text ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
