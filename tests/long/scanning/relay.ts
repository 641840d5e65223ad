import { Buffer } from "node:buffer";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as askServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A server error, with the request that caused it. */
export type Failure = { status: number; asked: string; sent: string };

/** The responses to the requests of one tool. */
export type Tally = { requests: number; statuses: Readonly<Record<string, number>>; failures: Failure[] };

/** The session with which the relay sends requests. */
export type ScanSession = {
  /** The cookie that is added to every request. */
  cookie: string;
  /** The paths that requests can have; the relay answers 404 for others. */
  scope: RegExp;
};

/**
 * A proxy between the tools and the server. It sends each request from a different address, so that the scan tests the program and not its
 * rate limits, and counts the responses, because a tool that was rejected would find as little as one without findings.
 */
export type Relay = {
  readonly url: string;
  /** Sets the server that receives the requests. */
  leadTo(port: number): void;
  /** Runs `work` and returns the requests in the meantime. */
  during(session: ScanSession | undefined, work: () => Promise<void>): Promise<Tally>;
  stop(): void;
};

export async function startRelay(): Promise<Relay> {
  const state: State = { target: 0, asked: 0, session: undefined, tally: emptyTally() };
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
    async during(session, work) {
      state.session = session;
      state.tally = emptyTally();
      try {
        await work();
        return state.tally;
      } finally {
        state.session = undefined;
      }
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The email address that sqlmap enters in forms. Wapiti uses its own. */
export const scannersAddress = "scanner@example.com";

/** Each request gets a different email address in place of the tool's, because limits per email address would stop the tools. */
const scannerAddresses = /(?:scanner|wapiti2021|person-\d+)(?:@|%40)(?:example|mailinator)\.com/gi;

type MutableTally = Tally & { statuses: Record<string, number> };
type State = { target: number; asked: number; session: ScanSession | undefined; tally: MutableTally };

function emptyTally(): MutableTally {
  return { requests: 0, statuses: {}, failures: [] };
}

async function relay(incoming: IncomingMessage, outgoing: ServerResponse, state: State): Promise<void> {
  const { session, tally } = state;
  const { method = "GET", url = "/" } = incoming;
  const typed = await text(incoming);
  if (session !== undefined && !session.scope.test(url)) {
    outgoing.writeHead(404).end();
    return;
  }
  tally.requests += 1;
  state.asked += 1;
  const number = state.asked;
  const body = typed.replaceAll(scannerAddresses, `person-${number}@example.com`);
  const answered = await ask(state.target, { incoming, body, cookie: session?.cookie, number });
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
      // Wapiti requests brotli but cannot decode it.
      "accept-encoding": "identity",
      "x-forwarded-for": addressOf(number),
      ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
      ...(body !== "" && { "content-length": Buffer.byteLength(body) }),
    },
  });
  asked.end(body);
  // The arguments of Node's "response" event.
  const [answered] = (await once(asked, "response")) as [IncomingMessage];
  return answered;
}

/** One of the 131,072 addresses for benchmarks (RFC 2544). */
function addressOf(number: number): string {
  return `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;
}
