import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { localhostCertificate, testKey } from "./test-certificates.ts";

export type ImapServerOptions = {
  login?: { user: string; password: string };
  /** Whether TLS starts the connection, is offered by STARTTLS, or is missing. */
  tls?: "from-the-start" | "offered" | "none";
  folder?: string;
};

export type ImapServer = {
  port: number;
  /** In the order of arrival, with the number of each message. */
  deliver(source: string): number;
  /** Deletes the messages with these numbers. */
  remove(first: number, last: number): void;
  /** The commands of all connections, without their tags. Passwords are included. */
  commands: string[];
  connections(): number;
  /** Closes the connection when a command with this word arrives. */
  breakAt(word: string | undefined): void;
  /** Starts the numbering again, as a server does when it restores a mailbox. */
  renumber(): void;
  stop(): Promise<void>;
};

/** Starts an IMAP server (RFC 3501) on loopback with the commands that a read-only client needs. Its messages arrived now. */
export async function startImapServer(options: ImapServerOptions = {}): Promise<ImapServer> {
  const { login = { user: "bounces", password: "secret" }, tls = "none", folder = "INBOX" } = options;
  const messages = new Map<number, string>();
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let broken: string | undefined;
  let validity = 1;
  let lastUid = 0;

  const state: MailboxState = {
    login,
    folder,
    offersTls: tls === "offered",
    messages,
    commands,
    uidValidity: () => validity,
    uidNext: () => lastUid + 1,
    isBroken: (command) => broken !== undefined && command.includes(broken),
  };
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on("error", () => undefined));
    socket.once("close", () => sockets.delete(socket));
    serve(tls === "from-the-start" ? secure(socket) : socket, state);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    port,
    commands,
    connections: () => connections,
    deliver(source) {
      lastUid += 1;
      messages.set(lastUid, source.replaceAll(/\r?\n/g, "\r\n"));
      return lastUid;
    },
    remove(first, last) {
      for (let uid = first; uid <= last; uid += 1) messages.delete(uid);
    },
    breakAt(word) {
      broken = word;
    },
    renumber() {
      validity += 1;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

type MailboxState = {
  login: { user: string; password: string };
  folder: string;
  offersTls: boolean;
  messages: ReadonlyMap<number, string>;
  commands: string[];
  uidValidity(): number;
  uidNext(): number;
  isBroken(command: string): boolean;
};

function secure(socket: Socket): Socket {
  const context = createSecureContext({ key: testKey, cert: localhostCertificate });
  return new TLSSocket(socket, { isServer: true, secureContext: context }).on("error", () => undefined);
}

function serve(socket: Socket, state: MailboxState, isUpgraded = false): void {
  let received = "";
  if (!isUpgraded) socket.write("* OK ready\r\n");
  const read = (chunk: Buffer): void => {
    received += chunk.toString("latin1");
    for (let end = received.indexOf("\r\n"); end !== -1; end = received.indexOf("\r\n")) {
      const line = received.slice(0, end);
      received = received.slice(end + 2);
      const [tag = "", ...words] = line.split(" ");
      const command = words.join(" ");
      state.commands.push(command);
      if (state.isBroken(command)) {
        socket.destroy();
        return;
      }
      if (command.toUpperCase() === "STARTTLS" && state.offersTls) {
        socket.off("data", read);
        socket.write(`${tag} OK begin\r\n`);
        serve(secure(socket), { ...state, offersTls: false }, true);
        return;
      }
      socket.write(respond(command, tag, state));
      if (command.toUpperCase() === "LOGOUT") socket.end();
    }
  };
  socket.on("data", read);
}

/** What a command returns: lines without a tag, and the tagged result. */
type Answer = { lines?: readonly string[]; result: string };

function respond(command: string, tag: string, state: MailboxState): string {
  const [verb = "", second = ""] = command.toUpperCase().split(" ");
  const answer = answers[verb === "UID" ? `UID ${second}` : verb];
  const { lines = [], result } = answer?.(command, state) ?? { result: "BAD unknown command" };
  return [...lines.map((line) => `* ${line}`), `${tag} ${result}`].map((line) => `${line}\r\n`).join("");
}

const done: Answer = { result: "OK done" };

const answers: Readonly<Record<string, (command: string, state: MailboxState) => Answer>> = {
  CAPABILITY: (_, { offersTls }) => ({
    ...done,
    lines: [`CAPABILITY IMAP4rev1${offersTls ? " STARTTLS" : ""}`],
  }),
  LOGIN: (command, { login: { user, password } }) =>
    command === `LOGIN "${user}" "${password}"`
      ? { result: "OK signed in" }
      : { result: `NO [AUTHENTICATIONFAILED] not ${command}` },
  EXAMINE: openFolder,
  SELECT: openFolder,
  "UID SEARCH"(command, { messages }) {
    const [, first, last] = /UID (\d+):(\d+)/.exec(command.slice("UID SEARCH".length)) ?? [];
    const found = [...messages.keys()].filter((uid) => uid >= Number(first) && uid <= Number(last));
    return { ...done, lines: [`SEARCH ${found.join(" ")}`] };
  },
  "UID FETCH": (command, { messages }) => {
    const uid = Number(/^UID FETCH (\d+) /i.exec(command)?.[1]);
    const source = messages.get(uid);
    return source === undefined ? done : { ...done, lines: [fetchMessage(command, uid, source)] };
  },
  LIST: (command, { folder }) => ({
    ...done,
    // An empty pattern asks for the separator of folders.
    lines: [command === 'LIST "" ""' ? '(\\Noselect) "/" ""' : `() "/" "${folder}"`].map(
      (entry) => `LIST ${entry}`,
    ),
  }),
  NOOP: () => done,
  CLOSE: () => done,
  LOGOUT: () => ({ ...done, lines: ["BYE bye"] }),
};

function openFolder(command: string, { folder, messages, uidValidity, uidNext }: MailboxState): Answer {
  const [verb = ""] = command.split(" ");
  if (command.slice(verb.length + 1).replaceAll('"', "") !== folder) {
    return { result: "NO Mailbox does not exist" };
  }
  return {
    lines: [
      `${messages.size} EXISTS`,
      "FLAGS (\\Seen)",
      `OK [UIDVALIDITY ${uidValidity()}] numbering`,
      `OK [UIDNEXT ${uidNext()}] next`,
    ],
    result: `OK [${verb === "EXAMINE" ? "READ-ONLY" : "READ-WRITE"}] open`,
  };
}

/** The header that the client names, or the first bytes of the message. */
function fetchMessage(command: string, uid: number, source: string): string {
  const name = /BODY(?:\.PEEK)?(\[[^\]]*\])/i.exec(command)?.[1] ?? "[]";
  if (/HEADER/i.test(name)) return formatPart(uid, name, `${findContentType(source)}\r\n`);
  const length = Number(/<\d+\.(\d+)>/.exec(command)?.[1]);
  return formatPart(uid, `${name}<0>`, source.slice(0, length));
}

function formatPart(uid: number, name: string, text: string): string {
  return `1 FETCH (UID ${uid} BODY${name.toUpperCase()} {${Buffer.byteLength(text, "latin1")}}\r\n${text})`;
}

function findContentType(source: string): string {
  const [headers = ""] = source.split("\r\n\r\n");
  const lines = headers.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const found = lines.find((line) => /^content-type:/i.test(line));
  return found === undefined ? "" : `${found}\r\n`;
}
