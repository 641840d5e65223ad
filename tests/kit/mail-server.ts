import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";

/** A completely received message. */
export type ReceivedEmail = {
  messageId: string;
  from: string;
  to: readonly string[];
  /** The raw message. */
  raw: string;
  /** Whether the sender got the acknowledgment. Otherwise it must send the message again. */
  isAnswered: boolean;
};

/** The behavior of the server for all later messages or for one message. */
export type Behavior =
  | "accept"
  /** Rejects a step permanently or temporarily. `message`: after receiving the whole message. */
  | { at: "sender" | "recipient" | "message"; code: number; says: string }
  /** Accepts connections without responding. */
  | { at: "greeting"; does: "hang" }
  /** Receives the whole message and then does not respond, or closes the connection. */
  | { at: "message"; does: "hang" | "drop" };

export type MailServerOptions = {
  /** By default, any free port. */
  port?: number;
  /** The credentials that clients must use. */
  login?: { user: string; password: string };
  tls?: "none" | "offered" | "from-the-start";
  /** Extensions that it does not support. */
  without?: readonly ("SMTPUTF8" | "PIPELINING")[];
};

export type MailServer = {
  port: number;
  /** The value of SMTP_URL without credentials. */
  url: string;
  /** In the order of arrival. */
  received: ReceivedEmail[];
  /** The number of copies by Message-ID. */
  copies(): Map<string, number>;
  /** The total number of connections. */
  connections(): number;
  /** @param next the behavior for all later messages, or a function that chooses it by recipient */
  behave(next: Behavior | ((recipient: string) => Behavior)): void;
  /** Closes every connection and rejects new ones, until `resume`. */
  pause(): Promise<void>;
  /** Listens again on the same port and keeps received messages. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a mail server on loopback with configurable behavior that stores all messages. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  const sockets = new Map<number, Socket>();
  let connections = 0;
  let behaviorFor: (recipient: string) => Behavior = () => "accept";

  const open = async (port: number): Promise<SMTPServer> => {
    const script = { behaviorFor: (recipient: string) => behaviorFor(recipient), received, sockets };
    const server = new SMTPServer({ ...createSettings(options), ...steps(options, script) });
    // Client errors are expected.
    server.on("error", () => undefined);
    server.server.on("connection", (socket: Socket) => {
      connections += 1;
      const { remotePort = 0 } = socket;
      sockets.set(remotePort, socket);
      socket.once("close", () => sockets.delete(remotePort));
    });
    await once(server.listen(port, "127.0.0.1"), "listening");
    return server;
  };
  const close = async (server: SMTPServer): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets.values()) socket.destroy();
    await closed;
  };

  let server: SMTPServer | undefined = await open(options.port ?? 0);
  const { port } = server.server.address() as AddressInfo; // it listens on a port, so neither a path nor null
  const pause = async (): Promise<void> => {
    if (server !== undefined) await close(server);
    server = undefined;
  };
  return {
    port,
    url: `${options.tls === "from-the-start" ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    received,
    copies() {
      const copies = new Map<string, number>();
      for (const { messageId } of received) copies.set(messageId, (copies.get(messageId) ?? 0) + 1);
      return copies;
    },
    connections: () => connections,
    behave(next) {
      behaviorFor = typeof next === "function" ? next : () => next;
    },
    pause,
    async resume() {
      server ??= await open(port);
    },
    stop: pause,
  };
}

function createSettings({ login, tls = "none", without = [] }: MailServerOptions): SMTPServerOptions {
  return {
    secure: tls === "from-the-start",
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: tls === "offered" ? [] : ["STARTTLS"],
    hideSMTPUTF8: without.includes("SMTPUTF8"),
    hidePIPELINING: without.includes("PIPELINING"),
    disableReverseLookup: true,
    logger: false,
  };
}

type Script = {
  behaviorFor: (recipient: string) => Behavior;
  received: ReceivedEmail[];
  /** By client port. */
  sockets: ReadonlyMap<number, Socket>;
};

/** The recipient is known only at its own step; earlier steps use the behavior for an empty recipient. */
function steps(
  { login, without = [] }: MailServerOptions,
  { behaviorFor, received, sockets }: Script,
): SMTPServerOptions {
  return {
    onConnect(_session, callback) {
      const now = behaviorFor("");
      if (now === "accept" || now.at !== "greeting") callback();
    },
    onAuth({ username, password }, _session, callback) {
      const isRight = login !== undefined && username === login.user && password === login.password;
      if (isRight) callback(null, { user: username });
      else callback(refusal(535, "5.7.8 Authentication credentials invalid"));
    },
    onMailFrom(_address, _session, callback) {
      callback(refusalAt("sender", behaviorFor("")));
    },
    onRcptTo({ address }, _session, callback) {
      // Only the local part is checked, because domains arrive in ASCII and smtp-server decodes them.
      if (without.includes("SMTPUTF8") && /[^\p{ASCII}].*@/u.test(address)) {
        callback(refusal(553, "5.6.7 This server has no internationalized addresses"));
      } else callback(refusalAt("recipient", behaviorFor(address)));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("end", () => {
        const letter = createEmail(session, Buffer.concat(chunks).toString("utf8"));
        const now = behaviorFor(letter.to[0] ?? "");
        const no = refusalAt("message", now);
        if (no !== undefined) {
          callback(no);
          return;
        }
        const silence = now !== "accept" && "does" in now ? now.does : undefined;
        received.push({ ...letter, isAnswered: silence === undefined });
        if (silence === "drop") sockets.get(session.remotePort)?.destroy();
        else if (silence === undefined) callback();
      });
    },
  };
}

function createEmail(session: SMTPServerSession, raw: string): Omit<ReceivedEmail, "isAnswered"> {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    messageId: /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? "",
    from: mailFrom === false ? "" : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    raw,
  };
}

function refusalAt(step: "sender" | "recipient" | "message", now: Behavior): Error | undefined {
  return now !== "accept" && now.at === step && "code" in now ? refusal(now.code, now.says) : undefined;
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
