import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";

/** A letter of which the server has every byte, and so may deliver it. */
export type ReceivedLetter = {
  messageId: string;
  from: string;
  to: readonly string[];
  /** As it came over the line. */
  raw: string;
  /** Whether the sender was told so. Where not, it cannot but send the letter again. */
  isAnswered: boolean;
};

/** What the server does, from the next letter on, or at one letter. */
export type Behaviour =
  | "accept"
  /** Says no, or not now, at a step. `message`: when it has the whole letter. */
  | { at: "sender" | "recipient" | "message"; code: number; says: string }
  /** Takes connections and says nothing. */
  | { at: "greeting"; does: "hang" }
  /** Has the whole letter, and then says nothing, or breaks the line. */
  | { at: "message"; does: "hang" | "drop" };

export type MailServerOptions = {
  /** Without one, any that is free. */
  port?: number;
  /** The credentials that clients must use. */
  login?: { user: string; password: string };
  tls?: "none" | "offered" | "from-the-start";
  /** Extensions that it does not speak. */
  without?: readonly ("SMTPUTF8" | "PIPELINING")[];
};

export type MailServer = {
  port: number;
  /** As it stands in SMTP_URL, without a login. */
  url: string;
  /** In the order in which they came. */
  received: ReceivedLetter[];
  /** How often each letter came, by its Message-ID. */
  copies(): Map<string, number>;
  /** How many connections were ever opened. */
  connections(): number;
  /** @param next for all from now on, or chosen for each letter by its recipient */
  behave(next: Behaviour | ((recipient: string) => Behaviour)): void;
  /** Closes every connection and rejects new ones, until `resume`. */
  pause(): Promise<void>;
  /** Listens again, on the same port, with what it received before. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** A mail server on loopback that does what a test tells it, and remembers every letter. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedLetter[] = [];
  const sockets = new Map<number, Socket>();
  let connections = 0;
  let behaviourFor: (recipient: string) => Behaviour = () => "accept";

  const open = async (port: number): Promise<SMTPServer> => {
    const script = { behaviourFor: (recipient: string) => behaviourFor(recipient), received, sockets };
    const server = new SMTPServer({ ...settingsOf(options), ...steps(options, script) });
    // What clients do to their connections is their business.
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
      behaviourFor = typeof next === "function" ? next : () => next;
    },
    pause,
    async resume() {
      server ??= await open(port);
    },
    stop: pause,
  };
}

function settingsOf({ login, tls = "none", without = [] }: MailServerOptions): SMTPServerOptions {
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
  behaviourFor: (recipient: string) => Behaviour;
  received: ReceivedLetter[];
  /** By the client's port. */
  sockets: ReadonlyMap<number, Socket>;
};

/** The recipient of a letter is known at its own step only; until then the behaviour is asked for without one. */
function steps(
  { login, without = [] }: MailServerOptions,
  { behaviourFor, received, sockets }: Script,
): SMTPServerOptions {
  return {
    onConnect(_session, callback) {
      const now = behaviourFor("");
      if (now === "accept" || now.at !== "greeting") callback();
    },
    onAuth({ username, password }, _session, callback) {
      const isRight = login !== undefined && username === login.user && password === login.password;
      if (isRight) callback(null, { user: username });
      else callback(refusal(535, "5.7.8 Authentication credentials invalid"));
    },
    onMailFrom(_address, _session, callback) {
      callback(refusalAt("sender", behaviourFor("")));
    },
    onRcptTo({ address }, _session, callback) {
      // Only what stands before the @: domains come in ASCII, and smtp-server has made letters of them again.
      if (without.includes("SMTPUTF8") && /[^\p{ASCII}].*@/u.test(address)) {
        callback(refusal(553, "5.6.7 This server has no internationalised addresses"));
      } else callback(refusalAt("recipient", behaviourFor(address)));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("end", () => {
        const letter = letterOf(session, Buffer.concat(chunks).toString("utf8"));
        const now = behaviourFor(letter.to[0] ?? "");
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

function letterOf(session: SMTPServerSession, raw: string): Omit<ReceivedLetter, "isAnswered"> {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    messageId: /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? "",
    from: mailFrom === false ? "" : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    raw,
  };
}

function refusalAt(step: "sender" | "recipient" | "message", now: Behaviour): Error | undefined {
  return now !== "accept" && now.at === step && "code" in now ? refusal(now.code, now.says) : undefined;
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
