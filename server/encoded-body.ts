import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Encoding = "br" | "gzip" | "identity";

/** Bytes that are sent often: compressed at most once in each way, when first asked for. */
export type EncodedBody = {
  /** The best of the encodings that an Accept-Encoding header allows. */
  for(acceptEncoding: string | undefined): Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding: Encoding }>;
};

/** @param type the content type: fonts and pictures are compressed already and stay as they are */
export function encodeBody(plain: Uint8Array, type: string): EncodedBody {
  const identity = Promise.resolve({ bytes: own(plain), encoding: "identity" as const });
  if (!/^text\/|json|xml/.test(type)) return { for: () => identity };

  let brotli: Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding: "br" }> | undefined;
  let zipped: Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding: "gzip" }> | undefined;
  return {
    for(acceptEncoding) {
      const accepted = acceptedEncodings(acceptEncoding);
      if (accepted.has("br")) {
        brotli ??= compressBrotli(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          },
        }).then((bytes) => ({ bytes: own(bytes), encoding: "br" }));
        return brotli;
      }
      if (accepted.has("gzip")) {
        zipped ??= compressGzip(plain, { level: 9 }).then((bytes) => ({
          bytes: own(bytes),
          encoding: "gzip",
        }));
        return zipped;
      }
      return identity;
    },
  };
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
