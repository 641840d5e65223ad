/**
 * Faults, which are thrown and converted to a response in one place. Commands return expected outcomes
 * instead (docs/architecture.md, "Errors").
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

/** The HTTP status and the displayed title of each kind, for endpoints and pages. */
export const errorTable = {
  invalid: { status: 400, title: "Some entries are not valid. Check them and try again." },
  "signed-out": { status: 401, title: "Please sign in." },
  forbidden: { status: 403, title: "Your account doesn’t have permission. Ask an owner of the firm." },
  proof: { status: 403, title: "Please confirm your identity, and then try again." },
  "foreign-origin": {
    status: 403,
    title: "This request came from a different website. Please open the page here and try again.",
  },
  "not-found": { status: 404, title: "There is nothing at this address. Check it for typos." },
  "not-allowed": { status: 405, title: "This address does not accept this request method." },
  conflict: { status: 409, title: "This changed in the meantime. Reload the page and try again." },
  "too-large": { status: 413, title: "That is too large to send. Shorten it and try again." },
  unsupported: { status: 415, title: "The request has an unsupported format." },
  "too-many": { status: 429, title: "Too many requests. Please wait a moment and try again." },
  upstream: { status: 502, title: "A service that we depend on did not respond. Please try again." },
  unavailable: { status: 503, title: "Our database is unavailable. Please try again in a moment." },
  "at-capacity": {
    status: 503,
    title: "We received more forms than we can accept this hour. Please try again in an hour.",
  },
  internal: { status: 500, title: "Something went wrong on our side." },
} as const satisfies Record<ErrorKind, { status: number; title: string }>;

/** A fault of a known kind. `message` is for the log; people see only the title of the kind and the request id. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}

/** The kind of a thrown value, or `internal`. */
export function getErrorKind(error: unknown): ErrorKind {
  return error instanceof AppError ? error.kind : "internal";
}

/** The kind with an HTTP status, or undefined if there is none. */
export function findErrorKind(status: number): ErrorKind | undefined {
  const kinds = Object.keys(errorTable) as ErrorKind[]; // the table's own keys
  return kinds.find((kind) => errorTable[kind].status === status);
}
