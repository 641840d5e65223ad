import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createOnce } from "./create-once.ts";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = "br" | "gzip" | "identity";

/**
 * A body that is sent repeatedly. Each encoding is created at most once, on first use: the best compression of a page takes 40 ms, and
 * compressing each response would let clients queue work without limit.
 */
export type EncodedBody = {
  /** Returns the body in the best encoding that an Accept-Encoding header allows. */
  for(acceptEncoding: string | undefined): Promise<Encoded>;
  /** Returns the body in an encoding in which it was sent before. */
  ready(encoding: Encoding): Encoded | undefined;
};

export type Encoded = { bytes: Uint8Array<ArrayBuffer>; encoding: Encoding };

/** @param type the content type; fonts and images are not compressed again */
export function encodeBody(plain: Uint8Array, type: string): EncodedBody {
  const identity: Encoded = { bytes: copy(plain), encoding: "identity" };
  const ready = new Map<Encoding, Encoded>([["identity", identity]]);
  if (!/^text\/|json|xml/.test(type)) {
    return { for: () => Promise.resolve(identity), ready: () => identity };
  }

  const encodeOnce = createOnce(async (encoding: Encoding): Promise<Encoded> => {
    const encoded = ready.get(encoding) ?? (await encode(plain, encoding));
    ready.set(encoding, encoded);
    return encoded;
  });
  return {
    for: (acceptEncoding) => encodeOnce(chooseEncoding(acceptEncoding)),
    ready: (encoding) => ready.get(encoding),
  };
}

async function encode(plain: Uint8Array, encoding: Encoding): Promise<Encoded> {
  switch (encoding) {
    case "identity":
      return { bytes: copy(plain), encoding };
    case "gzip":
      return { bytes: copy(await compressGzip(plain, { level: constants.Z_BEST_COMPRESSION })), encoding };
    case "br": {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      };
      return { bytes: copy(await compressBrotli(plain, { params })), encoding };
    }
  }
}

/** Browsers send a few different headers. */
const chosenEncodings = new Map<string, Encoding>();
const maxChosenEncodings = 100;

/** The best of the encodings that an Accept-Encoding header allows. */
export function chooseEncoding(acceptEncoding = ""): Encoding {
  const chosen = chosenEncodings.get(acceptEncoding);
  if (chosen !== undefined) return chosen;
  const accepted = parseAcceptEncoding(acceptEncoding);
  const encoding = accepted.has("br") ? "br" : accepted.has("gzip") ? "gzip" : "identity";
  if (chosenEncodings.size < maxChosenEncodings) chosenEncodings.set(acceptEncoding, encoding);
  return encoding;
}

/** The encodings in the header, without those rejected by `q=0`. */
function parseAcceptEncoding(header: string): Set<string> {
  const names = header.toLowerCase().split(",");
  return new Set(
    names
      .filter((name) => !/;\s*q=0(\.0*)?\s*$/.test(name))
      .map((name) => name.split(";", 1)[0]?.trim() ?? ""),
  );
}

/** Copies bytes to their own buffer, because small Node buffers share one and a response body must not. */
function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
