import { type ErrorKind, errorTable } from "./errors.ts";

/** The one JSON shape in which endpoints refuse (docs/endpoints.md). */
export type Refusal = {
  error: {
    kind: ErrorKind;
    /** A sentence for people. */
    message: string;
    /** For each field that was not accepted, why. */
    fields?: Readonly<Record<string, string>>;
    /** The number under which the log has it. */
    requestId?: string;
  };
};

/** A refusal of a kind, as a response. */
export function refuse(
  kind: ErrorKind,
  details: {
    fields?: Readonly<Record<string, string>>;
    requestId?: string | undefined;
    /** Replaces the title of the kind. */
    message?: string;
    retryAfterSeconds?: number;
  } = {},
): Response {
  const { status, title } = errorTable[kind];
  const refusal: Refusal = {
    error: {
      kind,
      message: details.message ?? title,
      ...(details.fields === undefined ? {} : { fields: details.fields }),
      ...(details.requestId === undefined ? {} : { requestId: details.requestId }),
    },
  };
  const { retryAfterSeconds } = details;
  const headers = {
    "Cache-Control": "no-store",
    ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }),
  };
  return Response.json(refusal, { status, headers });
}
