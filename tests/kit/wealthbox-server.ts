import type { ServerResponse } from "node:http";
import type { ReceivedRequest } from "./integrations.ts";

export type FakeContact = Record<string, unknown> & { id: number };

/** How the server treats a request instead of its usual answer. `undefined`: as usual. */
export type Fault = (
  request: ReceivedRequest,
  response: ServerResponse,
  answerAsUsual: () => unknown,
) => boolean;

/**
 * A server that speaks the documented API of Wealthbox (dev.wealthbox.com) for contacts, notes, tasks and users, with its quirks: tags are
 * written as texts and read as objects, and notes are listed as `status_updates`.
 */
export function createFakeWealthbox({ token }: { token: string }) {
  const contacts: FakeContact[] = [];
  const notes: { id: number; content: string; linked_to: unknown }[] = [];
  const tasks: (Record<string, unknown> & { id: number })[] = [];
  const users = [{ id: 900, name: "Ruth Bell", email: "Ruth@Example.com" }];
  const faults: Fault[] = [];
  let lastId = 1_000;
  const nextId = (): number => (lastId += 1);

  function answer({ method, path, body }: ReceivedRequest): { status: number; body: unknown } {
    const url = new URL(path, "http://wealthbox.invalid");
    const [, resource = "", id] = url.pathname.split("/");
    // The client sends objects only.
    const sent = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
    const query = url.searchParams;
    switch (`${method} ${resource}${id === undefined ? "" : "/id"}`) {
      case "GET contacts":
        return ok({ contacts: contacts.filter((contact) => matches(contact, query)).map(toAnswer) });
      case "GET contacts/id":
        return find(contacts, id, toAnswer);
      case "POST contacts": {
        if (typeof sent["first_name"] !== "string" || typeof sent["last_name"] !== "string") {
          return { status: 422, body: { error: "first_name and last_name are required" } };
        }
        const contact = { ...sent, id: nextId() };
        contacts.push(contact);
        return ok(toAnswer(contact));
      }
      case "PUT contacts/id":
        return find(contacts, id, (contact) => toAnswer(Object.assign(contact, sent)));
      case "GET notes":
        return ok({ status_updates: notes.filter(({ linked_to }) => isLinked(linked_to, query)) });
      case "POST notes": {
        const note = { id: nextId(), content: String(sent["content"]), linked_to: sent["linked_to"] };
        notes.push(note);
        return ok(note);
      }
      case "GET tasks":
        return ok({
          tasks: tasks.filter(
            (task) =>
              isLinked(task["linked_to"], query) &&
              (task["complete"] === true) === (query.get("completed") === "true"),
          ),
        });
      case "POST tasks": {
        if ((sent["due_date"] === undefined) === (sent["frame"] === undefined)) {
          return { status: 422, body: { error: "due_date or frame is required" } };
        }
        const task = { ...sent, id: nextId() };
        tasks.push(task);
        return ok(task);
      }
      case "PUT tasks/id":
        return find(tasks, id, (task) => Object.assign(task, sent));
      case "GET users":
        return ok({ users });
      case "GET me":
        return ok({ id: 1, name: "Ruth Bell", email: "ruth@example.com", current_user: { id: 900 } });
      default:
        return { status: 404, body: { error: "not found" } };
    }
  }

  return {
    contacts,
    notes,
    tasks,
    /** Treats one request each, in order. */
    faults,
    listener(request: ReceivedRequest, response: ServerResponse): void {
      const reply = (): unknown => {
        const { status, body } = answer(request);
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
        return body;
      };
      if (request.headers["access_token"] !== token) {
        response.writeHead(401, { "content-type": "application/json" }).end('{"error":"unauthorized"}');
        return;
      }
      const fault = faults[0];
      if (fault?.(request, response, reply) === true) faults.shift();
      else reply();
    },
    /** Processes the request without responding. */
    answerSilently: (request: ReceivedRequest): void => void answer(request),
  };
}

export type FakeWealthbox = ReturnType<typeof createFakeWealthbox>;

function ok(body: unknown): { status: number; body: unknown } {
  return { status: 200, body };
}

function find<Row extends { id: number }>(
  rows: readonly Row[],
  id: string | undefined,
  toBody: (row: Row) => unknown,
): { status: number; body: unknown } {
  const row = rows.find((each) => String(each.id) === id);
  return row === undefined ? { status: 404, body: { error: "not found" } } : ok(toBody(row));
}

function toAnswer({ tags, ...contact }: FakeContact): unknown {
  const named = Array.isArray(tags) ? tags.map((name: unknown, at) => ({ id: at + 1, name })) : [];
  return { ...contact, tags: named };
}

function matches(contact: FakeContact, query: URLSearchParams): boolean {
  const [externalId, email] = [query.get("external_unique_id"), query.get("email")];
  const addresses = JSON.stringify(contact["email_addresses"] ?? []).toLowerCase();
  return (
    (externalId === null || contact["external_unique_id"] === externalId) &&
    (email === null || addresses.includes(`"${email.toLowerCase()}"`))
  );
}

function isLinked(linkedTo: unknown, query: URLSearchParams): boolean {
  return JSON.stringify(linkedTo).includes(`"id":${query.get("resource_id")}`);
}
