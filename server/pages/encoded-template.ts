import { promisify } from "node:util";
import { constants, crc32, createBrotliCompress, deflateRaw } from "node:zlib";
import { createOnce } from "#server/assets/create-once.ts";
import { chooseEncoding, type Encoded, type Encoding } from "#server/assets/encoded-body.ts";

const deflate = promisify(deflateRaw);

/**
 * A page that differs between visitors only in a value of constant length. Its fixed parts are compressed once for each encoding, so a
 * response copies bytes and compresses nothing.
 */
export type EncodedTemplate = {
  /** @returns the page with the value, in the best encoding that an Accept-Encoding header allows */
  fill(value: string, acceptEncoding: string | undefined): Promise<Encoded>;
};

type TemplateSource = {
  /** The text before, between and after the values. */
  segments: readonly Uint8Array[];
  /** One for each value. */
  fillers: readonly Uint8Array[];
  valueLength: number;
};

/** The encoded fixed parts, between which the value is inserted without compression. */
type EncodedParts = {
  parts: readonly Uint8Array[];
  /** Precedes each value. */
  valueHeader: Uint8Array;
  /** Follows the last part. */
  createTrailer(value: Uint8Array): Uint8Array;
};

/**
 * @param html does not begin with a placeholder
 * @param placeholder stands in the page where the value is inserted
 * @param valueLength the length of all values in bytes
 */
export function encodeTemplate(html: string, placeholder: string, valueLength: number): EncodedTemplate {
  const segments = html.split(placeholder).map((segment) => Buffer.from(segment));
  const fillers = createFillers(html, valueLength, segments.length - 1);
  const source = { segments, fillers, valueLength };
  const encoders: { [Kind in Encoding]: () => Promise<EncodedParts> } = {
    identity: () => Promise.resolve({ parts: segments, valueHeader: noBytes, createTrailer: () => noBytes }),
    gzip: () => encodeGzip(source),
    br: () => encodeBrotli(source),
  };
  const encodeOnce = createOnce((encoding: Encoding) => encoders[encoding]());
  return {
    async fill(value, acceptEncoding) {
      const bytes = Buffer.from(value);
      if (bytes.byteLength !== valueLength) throw new Error(`The value must have ${valueLength} bytes.`);
      const encoding = chooseEncoding(acceptEncoding);
      const encoded = await encodeOnce(encoding);
      return { bytes: join(encoded, bytes), encoding };
    },
  };
}

const noBytes = new Uint8Array(0);

function join(
  { parts, valueHeader, createTrailer }: EncodedParts,
  value: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const pieces = parts.flatMap((part, at) => (at === 0 ? [part] : [valueHeader, value, part]));
  pieces.push(createTrailer(value));
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.byteLength;
  }
  return bytes;
}

/**
 * Encodes one gzip member (RFC 1952), because browsers ignore further ones. Each part ends at a byte boundary, and each value is a stored
 * block (RFC 1951, section 3.2.4). The dictionary of a part is everything before it, so the compression is as good as that of the whole page.
 */
async function encodeGzip({ segments, fillers, valueLength }: TemplateSource): Promise<EncodedParts> {
  const parts: Uint8Array[] = [];
  let preceding = noBytes;
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    parts.push(
      await deflate(segment, {
        level: constants.Z_BEST_COMPRESSION,
        finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
        ...(at === 0 ? {} : { dictionary: preceding }),
      }),
    );
    preceding = Buffer.concat([preceding, segment, fillers[at] ?? noBytes]);
  }
  const [first = noBytes, ...others] = parts;
  const valueHeader = Buffer.alloc(5);
  valueHeader.writeUInt16LE(valueLength, 1);
  valueHeader.writeUInt16LE(~valueLength & 0xffff, 3);
  return {
    parts: [Buffer.concat([gzipHeader, first]), ...others],
    valueHeader,
    createTrailer(value) {
      const trailer = Buffer.alloc(8);
      const checksum = segments.reduce(
        (sum, segment, at) => crc32(segment, at === 0 ? sum : crc32(value, sum)),
        0,
      );
      trailer.writeUInt32LE(checksum, 0);
      trailer.writeUInt32LE(preceding.byteLength, 4);
      return trailer;
    },
  };
}

/** Deflate at best compression, without a time, from an unknown operating system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

/**
 * Encodes one Brotli stream (RFC 7932), in which each value is an uncompressed meta-block. The encoder receives filler in place of the
 * values, and what it makes of the filler is discarded. Its other output is the same for all values: a flush ends a meta-block at a byte
 * boundary, filler leaves the recent distances unchanged because nothing in it repeats, and without context modeling the code of a literal
 * does not depend on the bytes before it.
 */
async function encodeBrotli({ segments, fillers, valueLength }: TemplateSource): Promise<EncodedParts> {
  const length = segments.reduce((sum, segment) => sum + segment.byteLength + valueLength, 0);
  const encoder = createBrotliCompress({
    // Larger than all output, so that each flush leaves one chunk.
    chunkSize: length + 1_024,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
    },
  });
  // The callback of the flush receives the error as well.
  encoder.on("error", () => undefined);
  const compress = async (bytes: Uint8Array): Promise<Uint8Array> => {
    encoder.write(bytes);
    await promisify(encoder.flush).call(encoder);
    // A stream that is not in object mode returns bytes, or null for an empty segment.
    return (encoder.read() as Uint8Array | null) ?? noBytes;
  };
  const parts: Uint8Array[] = [];
  for (const [at, segment] of segments.entries()) {
    parts.push(await compress(segment));
    const filler = fillers[at];
    if (filler !== undefined) await compress(filler);
  }
  encoder.close();
  // From the lowest bit: not the last meta-block, a length of 16 bits, the length minus one, uncompressed.
  const valueHeader = Buffer.alloc(3);
  valueHeader.writeUIntLE(((valueLength - 1) << 3) | (1 << 19), 0, 3);
  return { parts, valueHeader, createTrailer: () => emptyLastMetaBlock };
}

const emptyLastMetaBlock = Uint8Array.of(3);

/** The bytes that UTF-8 never contains, and control characters other than white space, which pages hardly ever contain. */
const fillerBytes = [...Array(256).keys()].filter(
  (byte) =>
    byte === 0xc0 || byte === 0xc1 || byte >= 0xf5 || (byte < 32 && !/\s/.test(String.fromCharCode(byte))),
);

/**
 * Creates the bytes that stand for the values while the rest is compressed. An encoder finds no match that includes any of them: the page
 * contains none of these bytes, and no two adjacent ones occur a second time, in any of the fillers.
 */
function createFillers(html: string, valueLength: number, count: number): readonly Uint8Array[] {
  const page = Buffer.from(html);
  const bytes = fillerBytes.filter((byte) => !page.includes(byte));
  const pairs = Uint8Array.from(
    bytes.flatMap((first, at) => bytes.slice(at + 1).flatMap((second) => [first, second])),
  );
  if (pairs.byteLength < count * valueLength) {
    throw new Error(`${count} values of ${valueLength} bytes are too long.`);
  }
  return Array.from({ length: count }, (_, at) => pairs.subarray(at * valueLength, (at + 1) * valueLength));
}
