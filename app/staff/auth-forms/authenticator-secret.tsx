import type { AuthenticatorView } from "./authenticator-view.server.ts";
import "./authenticator.css";

/** Displays an authenticator secret as a QR code and as a key. */
export function AuthenticatorSecret({ secret, qrCode }: AuthenticatorView) {
  return (
    <div className="secret">
      <svg viewBox={`0 0 ${qrCode.size} ${qrCode.size}`} role="img" aria-label="QR code with the key">
        <rect width={qrCode.size} height={qrCode.size} fill="#fff" />
        <path d={qrCode.path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p>
        <span className="soft small">Key</span>
        <code className="num">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
    </div>
  );
}
