import { encode } from "uqr";
import type { AuthenticatorSetup } from "#app/identity/second-factor/authenticator-setup.server.ts";

/** An authenticator secret as a page displays it. */
export type AuthenticatorView = { secret: string; qrCode: QrCode };

/** A QR code that is drawn as one path. */
export type QrCode = { size: number; path: string };

// ISO/IEC 18004 requires a light border of four modules.
const border = 4;

/** The server draws the QR code, so the page also works without JavaScript. */
export function describeAuthenticator({ secret, uri }: AuthenticatorSetup): AuthenticatorView {
  return { secret, qrCode: drawQrCode(uri) };
}

export function drawQrCode(text: string): QrCode {
  // A screen needs no error correction, and the lowest level has the largest modules.
  const { data, size } = encode(text, { ecc: "L", border });
  return { size, path: data.map((row, y) => drawRow(row, y)).join("") };
}

/** Draws adjacent dark modules as one rectangle, so that no hairlines appear between them. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = "";
  let start: number | undefined;
  for (const [x, isDark] of [...row, false].entries()) {
    if (isDark) start ??= x;
    else if (start !== undefined) {
      path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
      start = undefined;
    }
  }
  return path;
}
