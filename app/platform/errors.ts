/**
 * Faults: things that should not happen, thrown and turned into an answer in one place. Expected outcomes are returned by
 * commands instead (docs/architecture.md, "Errors").
 */
export type ErrorKind =
  | "invalid"
  | "signed-out"
  | "forbidden"
  | "proof"
  | "foreign-origin"
  | "not-found"
  | "not-allowed"
  | "conflict"
  | "too-large"
  | "unsupported"
  | "too-many"
  | "upstream"
  | "unavailable"
  | "at-capacity"
  | "internal";

/** What a person sees of each kind, and the HTTP status. The only table of its sort: endpoints and pages both read it. */
export const errorTable = {
  invalid: { status: 400, title: "Some of that could not be read." },
  "signed-out": { status: 401, title: "Please sign in." },
  forbidden: { status: 403, title: "Your account may not do this." },
  proof: { status: 403, title: "Please show once more that it is you, and then try again." },
  "foreign-origin": {
    status: 403,
    title: "This was sent from another address than this site’s. Please open the page here and try again.",
  },
  "not-found": { status: 404, title: "There is nothing at this address." },
  "not-allowed": { status: 405, title: "This address does not take that kind of request." },
  conflict: { status: 409, title: "That does not fit what is already there." },
  "too-large": { status: 413, title: "That was larger than we accept." },
  unsupported: { status: 415, title: "That was not sent in a form we accept." },
  "too-many": { status: 429, title: "Too many requests. Please wait a moment and try again." },
  upstream: { status: 502, title: "A service that we depend on did not answer. Please try again." },
  unavailable: { status: 503, title: "We cannot reach our records just now. Please try again in a moment." },
  "at-capacity": {
    status: 503,
    title: "We received more forms than we can accept this hour. Please try again in an hour.",
  },
  internal: { status: 500, title: "Something went wrong on our side." },
} as const satisfies Record<ErrorKind, { status: number; title: string }>;

/** A fault of a known kind. `message` is for the log; the person sees only the kind's title and the request id. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}

/** The kind of anything thrown: its own, or `internal`. */
export function kindOf(error: unknown): ErrorKind {
  return error instanceof AppError ? error.kind : "internal";
}

/** The kind of fault that a status stands for, or undefined where the table has none. */
export function kindOfStatus(status: number): ErrorKind | undefined {
  const kinds = Object.keys(errorTable) as ErrorKind[]; // the table's own keys
  return kinds.find((kind) => errorTable[kind].status === status);
}
