import { Buffer } from "node:buffer";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as askServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** An answer that no request should bring about, with the request that did. */
export type Failure = { status: number; asked: string; sent: string };

/** What came of the requests of one tool. */
export type Tally = { requests: number; statuses: Readonly<Record<string, number>>; failures: Failure[] };

/** In whose name the relay asks. */
export type Asker = {
  /** The cookie that it adds to every request. */
  cookie: string;
  /** What may be asked for with it; all else is answered 404 by the relay itself. */
  scope: RegExp;
};

/**
 * Stands before the server as an operator's proxy would, and is what the tools know of it. It gives each request an address of its own,
 * so that what is scanned is the program and not its limits, and keeps what was answered: a tool that was turned away a thousand
 * times would report as little as one that found nothing.
 */
export type Relay = {
  readonly url: string;
  /** Leads to the server from now on. */
  leadTo(port: number): void;
  /** Runs `work` and tells what was asked meanwhile. */
  during(asker: Asker | undefined, work: () => Promise<void>): Promise<Tally>;
  stop(): void;
};

export async function startRelay(): Promise<Relay> {
  const state: State = { target: 0, asked: 0, asker: undefined, tally: emptyTally() };
  const server = createServer((incoming, outgoing) => {
    void relay(incoming, outgoing, state).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return {
    url: `http://localhost:${address.port}`,
    leadTo(port) {
      state.target = port;
    },
    async during(asker, work) {
      state.asker = asker;
      state.tally = emptyTally();
      try {
        await work();
        return state.tally;
      } finally {
        state.asker = undefined;
      }
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What sqlmap is told to put into every form; Wapiti has an address of its own. */
export const scannersAddress = "scanner@example.com";

/** Limits by e-mail address would soon stop the tools, so each request gets a new one in place of theirs, or of one that a page sent back. */
const typedAddresses = /(?:scanner|wapiti2021|person-\d+)(?:@|%40)(?:example|mailinator)\.com/gi;

type MutableTally = Tally & { statuses: Record<string, number> };
type State = { target: number; asked: number; asker: Asker | undefined; tally: MutableTally };

function emptyTally(): MutableTally {
  return { requests: 0, statuses: {}, failures: [] };
}

async function relay(incoming: IncomingMessage, outgoing: ServerResponse, state: State): Promise<void> {
  const { asker, tally } = state;
  const { method = "GET", url = "/" } = incoming;
  const typed = await text(incoming);
  if (asker !== undefined && !asker.scope.test(url)) {
    outgoing.writeHead(404).end();
    return;
  }
  tally.requests += 1;
  state.asked += 1;
  const number = state.asked;
  const body = typed.replaceAll(typedAddresses, `person-${number}@example.com`);
  const answered = await ask(state.target, { incoming, body, cookie: asker?.cookie, number });
  const status = answered.statusCode ?? 0;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  if (status >= 500) tally.failures.push({ status, asked: `${method} ${url}`, sent: body.slice(0, 2_000) });
  outgoing.writeHead(status, answered.rawHeaders);
  answered.pipe(outgoing);
}

type Asked = { incoming: IncomingMessage; body: string; cookie: string | undefined; number: number };

async function ask(port: number, { incoming, body, cookie, number }: Asked): Promise<IncomingMessage> {
  const { "content-length": _, "transfer-encoding": __, ...headers } = incoming.headers;
  const cookies = [cookie, headers.cookie].filter((part) => part !== undefined);
  const asked = askServer({
    port,
    host: "127.0.0.1",
    method: incoming.method,
    path: incoming.url,
    headers: {
      ...headers,
      // Wapiti asks for brotli and cannot read it.
      "accept-encoding": "identity",
      "x-forwarded-for": addressOf(number),
      ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
      ...(body !== "" && { "content-length": Buffer.byteLength(body) }),
    },
  });
  asked.end(body);
  // What Node's documentation says of this event.
  const [answered] = (await once(asked, "response")) as [IncomingMessage];
  return answered;
}

/** One of the 131,072 addresses that are set aside for benchmarks (RFC 2544). */
function addressOf(number: number): string {
  return `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;
}
