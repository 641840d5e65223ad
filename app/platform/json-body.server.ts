import { AppError } from "./errors.ts";

/**
 * The JSON object in a request's body.
 * @throws AppError `unsupported` where the content type is another, `invalid` where it is no JSON object
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError("unsupported", `A JSON endpoint was sent ${type ?? "no content type"}`);
  }
  const text = await request.text();
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("invalid", "The body is not a JSON object");
  }
  return Object.fromEntries(Object.entries(value));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The cause quotes the body, which can hold personal data: it must not reach the log.
    throw new AppError("invalid", `The body of ${text.length} characters is not JSON`, {
      cause: cause instanceof SyntaxError ? undefined : cause,
    });
  }
}
