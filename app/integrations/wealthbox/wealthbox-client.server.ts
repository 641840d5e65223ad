import { z } from "zod";
import type { SendResult } from "#app/integrations/deliveries/send-result.ts";
import { requestProblems } from "#app/integrations/requests/request-problems.ts";
import type { RequestOutcome } from "#app/integrations/requests/send-request.server.ts";

/** The address of the documented API (dev.wealthbox.com). */
export const wealthboxUrl = "https://api.crmworkspace.com/v1";

/** A request to Wealthbox, as it is displayed by a dry run. The path is that of the documentation, with its query. */
export type WealthboxRequest = { method: "GET" | "POST" | "PUT"; path: string; body?: unknown };

/** Sends a request to Wealthbox with the access token, or simulates it for a dry run. */
export type WealthboxTransport = (request: WealthboxRequest) => Promise<RequestOutcome>;

/** A usable answer, no such record, or the result of the whole delivery. */
export type WealthboxAnswer<Value> =
  | { kind: "ok"; value: Value }
  | { kind: "not-found" }
  | { kind: "failed"; result: SendResult };

export type WealthboxClient = {
  request<Schema extends z.ZodType>(
    schema: Schema,
    request: WealthboxRequest,
  ): Promise<WealthboxAnswer<z.output<Schema>>>;
};

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const text = z.string().nullish();

/** The fields of a contact that are read. The API returns tags as objects and accepts them as texts. */
export const contactSchema = z.object({
  id,
  type: text,
  external_unique_id: z.union([z.string(), z.number()]).nullish(),
  company_name: text,
  contact_type: text,
  contact_source: text,
  assigned_to: z.number().nullish(),
  email_addresses: z.array(z.object({ address: text })).nullish(),
  phone_numbers: z.array(z.object({ address: text })).nullish(),
  tags: z
    .array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))
    .nullish(),
});
export type WealthboxContact = z.output<typeof contactSchema>;

export const contactsSchema = z.object({ contacts: z.array(contactSchema) });
export const createdSchema = z.object({ id });
/** The API lists notes as `status_updates`. */
export const notesSchema = z.object({ status_updates: z.array(z.object({ id, content: text })) });
export const tasksSchema = z.object({ tasks: z.array(z.object({ id, name: text, description: text })) });
export const usersSchema = z.object({ users: z.array(z.object({ id, email: text })) });
export const profileSchema = z.object({ name: text, email: text });

export function createWealthboxClient(transport: WealthboxTransport): WealthboxClient {
  return {
    async request(schema, request) {
      const outcome = await transport(request);
      const failure = findFailure(outcome, request);
      if (failure !== undefined) return failure;
      const parsed = schema.safeParse(outcome.ok ? parseJson(outcome) : undefined);
      // Counts as temporary: a proxy in between may have responded, or the request may have been carried out.
      return parsed.success
        ? { kind: "ok", value: parsed.data }
        : fail({ kind: "deferred", problem: unreadable });
    },
  };
}

const unreadable = "Wealthbox sent an unexpected response.";
const throttled = "Wealthbox is limiting the number of requests.";
const rejectedToken = "The access token was rejected.";
/** Applies to a 429 response without a Retry-After header. */
const defaultRetryAfterSeconds = 60;
const maxRetryAfterSeconds = 3_600;

function findFailure(
  outcome: RequestOutcome,
  { method, path }: WealthboxRequest,
): Exclude<WealthboxAnswer<never>, { kind: "ok" }> | undefined {
  if (!outcome.ok) {
    return fail(
      outcome.problem === "stopped"
        ? { kind: "interrupted" }
        : { kind: "deferred", problem: requestProblems[outcome.problem] },
    );
  }
  const { status: code, retryAfterSeconds = defaultRetryAfterSeconds } = outcome;
  if (code >= 200 && code < 300) return undefined;
  if (code === 404) return { kind: "not-found" };
  if (code === 429) {
    const seconds = Math.min(retryAfterSeconds, maxRetryAfterSeconds);
    return fail({ kind: "throttled", problem: throttled, code, retryAfterSeconds: seconds });
  }
  return fail(describeRefusal(code, `${method} ${path.replace(/^(\/\w+).*/, "$1")}`));
}

/** The body is not stored, because it can repeat what was sent. */
function describeRefusal(code: number, request: string): SendResult {
  if (code === 401) return { kind: "stopped", reason: "unauthorized", problem: rejectedToken, code };
  return code >= 400 && code < 500
    ? { kind: "rejected", problem: `Wealthbox rejected the request ${request}.`, code }
    : { kind: "deferred", problem: `Wealthbox failed at the request ${request}.`, code };
}

function fail(result: SendResult): { kind: "failed"; result: SendResult } {
  return { kind: "failed", result };
}

function parseJson({ body, isComplete }: Extract<RequestOutcome, { ok: true }>): unknown {
  if (!isComplete) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
