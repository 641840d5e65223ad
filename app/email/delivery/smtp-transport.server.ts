import { createTransport, type NodemailerError, type SendMailOptions } from "nodemailer";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { isLoopback } from "#app/platform/loopback.ts";
import type { Delivery, OutgoingEmail, Transport } from "./mail-transport.ts";

/** How long each step may take. */
export type SmtpPatience = {
  /** From looking up the server's name to the end of its greeting, or of the turn to TLS. */
  connectMs: number;
  /** Without a byte from the server, until it has the whole letter. */
  silenceMs: number;
  /** For handing a letter over: a server that says a little now and then must not hold a connection for ever. */
  letterMs: number;
  /** From then on, until it says whether it takes the letter. To give up early is to send twice what it goes on to deliver. */
  answerMs: number;
};

/** The answer's ten minutes are what RFC 5321 section 4.5.3.2.6 asks for. */
const usualPatience: SmtpPatience = {
  connectMs: 10_000,
  silenceMs: 20_000,
  letterMs: 120_000,
  answerMs: 600_000,
};

/**
 * Sends email through the mail server in SMTP_URL. `smtp://` starts in plaintext and upgrades with STARTTLS, `smtps://` uses
 * TLS from the start. Another machine must complete STARTTLS before anything is sent to it; `?requireTLS=false` lifts that for
 * a server without TLS, but never for a password.
 */
export function smtpTransport(smtpUrl: string, patience: SmtpPatience = usualPatience): Transport {
  const pool = createTransport({
    url: withoutRequireTls(smtpUrl),
    pool: true,
    maxConnections: 5,
    // Once, on a new connection, where the server had closed the old one before it saw anything of the letter. Many do after
    // so many letters, or so many minutes.
    maxRequeues: 1,
    requireTLS: requiresTls(smtpUrl),
    connectionTimeout: patience.connectMs,
    socketTimeout: patience.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const handovers = new WeakMap<AbortSignal, Handover>();
  pool.use("stream", ({ data, message }, done) => {
    const handover = data.signal && handovers.get(data.signal);
    if (handover !== undefined) message.processFunc((letter) => handover.watch(letter));
    done();
  });
  return {
    async deliver(letter) {
      const handover = new Handover(patience, (signal) => socketOf(pool.transporter, signal));
      const { signal } = handover;
      handovers.set(signal, handover);
      try {
        const { response } = await pool.sendMail({ ...mailOf(letter), signal });
        return { kind: "sent", reply: readable(response) };
      } catch (error) {
        return whatBecame(error, handover);
      } finally {
        handover.end();
      }
    },
    leaves: true,
    describe: () => describe(smtpUrl),
    close: () => pool.close({ force: true }),
  };
}

/** Plaintext can be read and modified in transit, so only the loopback interface or an explicit setting allows it. */
function requiresTls(smtpUrl: string): boolean {
  const { hostname, password, protocol, searchParams, username } = new URL(smtpUrl);
  if (protocol === "smtps:" || isLoopback(hostname)) return false;
  const hasPassword = username !== "" || password !== "";
  return hasPassword || searchParams.get("requireTLS") !== "false";
}

/** nodemailer lets the URL override its options, so the parameter is removed after it is read. */
function withoutRequireTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (!url.searchParams.has("requireTLS")) return smtpUrl;
  url.searchParams.delete("requireTLS");
  return url.href;
}

/**
 * Ends a letter that takes too long, and knows whether the whole of it was handed over: from then on only the server knows
 * whether it has it, and may take its time.
 */
class Handover {
  isWhole = false;
  readonly #patience: SmtpPatience;
  readonly #ending = new AbortController();
  readonly #findSocket: (signal: AbortSignal) => Socket | undefined;
  #socket: Socket | undefined;
  #timer: NodeJS.Timeout;

  constructor(patience: SmtpPatience, findSocket: (signal: AbortSignal) => Socket | undefined) {
    this.#patience = patience;
    this.#findSocket = findSocket;
    this.#timer = this.#abortAfter(patience.letterMs);
  }

  /** Aborted when patience ends; also what the letter is known by. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** The end of the stream comes when the connection has read all of it; reading ahead would not tell. */
  watch(letter: Readable): Readable {
    // Whether a letter is sent twice is not for the pool to decide.
    if (this.isWhole) return letter.destroy(new Error("The letter was handed over before"));
    return letter.once("end", () => {
      this.isWhole = true;
      clearTimeout(this.#timer);
      this.#timer = this.#abortAfter(this.#patience.answerMs);
      this.#socket = this.#findSocket(this.signal);
      this.#socket?.setTimeout(0);
    });
  }

  /** To be called once, however it ended: the connection goes on to the next letter. */
  end(): void {
    clearTimeout(this.#timer);
    this.#socket?.setTimeout(this.#patience.silenceMs);
  }

  #abortAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#ending.abort(), ms);
  }
}

/** What nodemailer keeps to itself. */
type PoolInside = {
  _connections?: readonly {
    queueEntry?: { mail: { data: { signal?: AbortSignal } } } | false;
    connection?: { _socket?: Socket | false | null };
  }[];
};

/**
 * The socket that carries a letter. nodemailer knows one time limit for all of a connection's silences and no way to it from
 * outside, so this looks inside. Where the inside is another in a later version the limit stays as it was, and the tests say so.
 */
function socketOf(transporter: object, signal: AbortSignal): Socket | undefined {
  const { _connections: connections } = transporter as PoolInside; // everything in it is optional
  const carrier = connections?.find(({ queueEntry }) => queueEntry && queueEntry.mail.data.signal === signal);
  return carrier?.connection?._socket || undefined;
}

function mailOf(letter: OutgoingEmail): SendMailOptions {
  const { messageId, from, to, replyTo, subject, text, html, headers, calendar } = letter;
  return {
    messageId,
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    headers,
    ...(replyTo === undefined || !isForAnyServer(replyTo.address) ? {} : { replyTo }),
    ...(calendar === undefined
      ? {}
      : { icalEvent: { method: calendar.method, filename: "event.ics", content: calendar.text } }),
  };
}

/**
 * Whether an address can stand in a header without SMTPUTF8, which the server may not speak. The domain can be of any script:
 * it goes as ASCII. The letter itself says the address as well.
 */
function isForAnyServer(address: string): boolean {
  return /^\p{ASCII}*@[^@]*$/u.test(address);
}

function whatBecame(thrown: unknown, handover: Handover): Delivery {
  // nodemailer's own promise: it rejects with nothing else
  const error: NodemailerError = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { responseCode } = error;
  const reply = readable(reasonOf(error));
  if (isFinal(error)) return { kind: "refused", reply };
  return { kind: "failed", reply, isUnclear: handover.isWhole && responseCode === undefined };
}

function reasonOf({ code, command, message, response }: NodemailerError): string {
  if (code === "EABORT") return "The mail server took too long over it.";
  if (code === "ETLS" && command === "STARTTLS" && response !== undefined) {
    return `The mail server did not turn to TLS, and nothing is said to it in the clear: ${response}`;
  }
  return message;
}

/** Codes by which a server asks for a login (RFC 4954): about us, not about the letter. */
const loginCodes: readonly (number | undefined)[] = [530, 534, 535, 538];

/** Whether the same letter would be refused the next time too, because of its recipient or of what it is. */
function isFinal({ code, command, permanent, responseCode }: NodemailerError): boolean {
  // No server was asked: there is no such address.
  if (code === "EENVELOPE" && command === "API") return true;
  const isAboutLetter = code === "EMESSAGE" || (code === "EENVELOPE" && command === "RCPT TO");
  return isAboutLetter && permanent === true && !loginCodes.includes(responseCode);
}

const longestReply = 500;

/** A server's words as they are kept: one line, and not a book. */
function readable(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, longestReply);
}

function describe(smtpUrl: string): string {
  const { hostname, port, protocol } = new URL(smtpUrl);
  const usualPort = protocol === "smtps:" ? "465" : "587";
  const mayBePlaintext = protocol === "smtp:" && !isLoopback(hostname) && !requiresTls(smtpUrl);
  const limits = mayBePlaintext ? ", without TLS if the server offers none" : "";
  return `Letters leave through the mail server ${hostname}, port ${port === "" ? usualPort : port}${limits}.`;
}
