import { smtpTransport } from "./smtp.server.ts";
import { keepingTransport, type Transport } from "./transport.ts";

/** The way letters leave, by the setting SMTP_URL. */
export function openTransport(smtpUrl: string | undefined): Transport {
  return smtpUrl === undefined ? keepingTransport : smtpTransport(smtpUrl);
}
