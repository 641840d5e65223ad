import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Encoding = "br" | "gzip" | "identity";

/** Bytes that are sent often: compressed at most once in each way, when first asked for. */
export type EncodedBody = {
  /** The best of the encodings that an Accept-Encoding header allows. */
  for(acceptEncoding: string | undefined): Promise<Encoded>;
};

export type Encoded = { bytes: Uint8Array<ArrayBuffer>; encoding: Encoding };

/** @param type the content type: fonts and pictures are compressed already and stay as they are */
export function encodeBody(plain: Uint8Array, type: string): EncodedBody {
  const identity = Promise.resolve({ bytes: own(plain), encoding: "identity" as const });
  if (!/^text\/|json|xml/.test(type)) return { for: () => identity };

  const kept: { [Kind in Encoding]?: Promise<Encoded> } = { identity };
  return {
    for(acceptEncoding) {
      const encoding = bestOf(acceptEncoding);
      return (kept[encoding] ??= encode(plain, encoding, "often"));
    },
  };
}

/** Text that is sent to one visitor: compressed quickly, and not kept. */
export function encodeOnce(text: string, acceptEncoding: string | undefined): Promise<Encoded> {
  return encode(new TextEncoder().encode(text), bestOf(acceptEncoding), "once");
}

/** The best effort costs 40 ms for a page of ours, and pays only where its bytes are sent again. */
const effort = {
  often: { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
  once: { brotli: 5, gzip: 6 },
} as const;

async function encode(plain: Uint8Array, encoding: Encoding, sent: keyof typeof effort): Promise<Encoded> {
  switch (encoding) {
    case "identity":
      return { bytes: own(plain), encoding };
    case "gzip":
      return { bytes: own(await compressGzip(plain, { level: effort[sent].gzip })), encoding };
    case "br": {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: effort[sent].brotli,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      };
      return { bytes: own(await compressBrotli(plain, { params })), encoding };
    }
  }
}

/** The best of the encodings that an Accept-Encoding header allows. */
function bestOf(acceptEncoding: string | undefined): Encoding {
  const accepted = acceptedEncodings(acceptEncoding);
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : "identity";
}

/** The encodings named in the header, without those refused by `q=0`. */
function acceptedEncodings(header: string | undefined): Set<string> {
  const names = (header ?? "").toLowerCase().split(",");
  return new Set(
    names
      .filter((name) => !/;\s*q=0(\.0*)?\s*$/.test(name))
      .map((name) => name.split(";", 1)[0]?.trim() ?? ""),
  );
}

/** A copy in memory of its own: small Node buffers share theirs, and a response body must not. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
