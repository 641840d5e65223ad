import { createTransport, type NodemailerError, type SendMailOptions } from "nodemailer";
import type { Readable } from "node:stream";
import type { Delivery, OutgoingLetter, Transport } from "./transport.ts";

/** How long each step may take. */
export type SmtpPatience = {
  /** From looking up the server's name to the end of its greeting, or of the turn to TLS. */
  connectMs: number;
  /** Without a byte from the server. */
  silenceMs: number;
  /** For a whole letter: a server that says a little now and then must not hold a connection for ever. */
  letterMs: number;
};

const usualPatience: SmtpPatience = { connectMs: 10_000, silenceMs: 20_000, letterMs: 120_000 };

/**
 * Letters leave through a mail server. The address says everything: `smtp://` begins in the clear and turns to TLS where the
 * server offers it, `smtps://` is TLS from the start; name and password stand in it where the server wants them.
 */
export function smtpTransport(smtpUrl: string, patience: SmtpPatience = usualPatience): Transport {
  const pool = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    // Once, on a new connection, where the server had closed the old one before it saw anything of the letter. Many do after
    // so many letters, or so many minutes.
    maxRequeues: 1,
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
      const handover = new Handover();
      const patienceEnds = new AbortController();
      const { signal } = patienceEnds;
      const timer = setTimeout(() => patienceEnds.abort(), patience.letterMs);
      handovers.set(signal, handover);
      try {
        const { response } = await pool.sendMail({ ...mailOf(letter), signal });
        return { kind: "sent", reply: readable(response) };
      } catch (error) {
        return whatBecame(error, handover);
      } finally {
        clearTimeout(timer);
      }
    },
    describe: () => describe(smtpUrl),
    close: () => pool.close({ force: true }),
  };
}

/** Knows whether the whole of a letter was handed over: from then on only the server knows whether it has it. */
class Handover {
  isWhole = false;

  /** The end of the stream comes when the connection has read all of it; reading ahead would not tell. */
  watch(letter: Readable): Readable {
    // Whether a letter is sent twice is not for the pool to decide.
    if (this.isWhole) return letter.destroy(new Error("The letter was handed over before"));
    return letter.once("end", () => {
      this.isWhole = true;
    });
  }
}

function mailOf(letter: OutgoingLetter): SendMailOptions {
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
  const { code, message, responseCode } = error;
  const reply = code === "EABORT" ? "The mail server took too long over it." : readable(message);
  if (isFinal(error)) return { kind: "refused", reply };
  return { kind: "failed", reply, isUnclear: handover.isWhole && responseCode === undefined };
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
  return `Letters leave through the mail server ${hostname}, port ${port === "" ? usualPort : port}.`;
}
