import { smtpTransport } from "./smtp-transport.server.ts";
import { keepingTransport, type Transport } from "./mail-transport.ts";

/** The way letters leave, by the setting SMTP_URL. */
export function openTransport(smtpUrl: string | undefined): Transport {
  return smtpUrl === undefined ? keepingTransport : smtpTransport(smtpUrl);
}
