import { type ErrorKind, errorTable } from "#app/platform/errors.ts";

/** The JSON body of every error response (docs/endpoints.md). */
export type Refusal = {
  error: {
    kind: ErrorKind;
    /** A sentence for people. */
    message: string;
    /** Messages by field. */
    fields?: Readonly<Record<string, string>>;
    /** Identifies the log entry. */
    requestId?: string;
  };
};

/** Creates an error response. */
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
