import { STATUS_CODES } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { makeZip } from "client-zip";
import type { WARCRecord } from "warcio";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import type { CapturedResponse } from "#app/compliance/archive/find-captures.server.ts";

/** A response as the site sent it, without content or transfer encoding. The title is null for files. */
export type ArchivedResponse = CapturedResponse & {
  url: string;
  title: string | null;
  at: Date;
  bytes: Uint8Array;
};

const compress = promisify(gzip);

type ArchiveMetadata = { title: string; createdAt: Date };
type WaczFile = { path: string; bytes: Uint8Array };

const recordsName = "data.warc.gz";
const warcVersion = "WARC/1.1";

/**
 * A web archive in the format WACZ 1.1.1 (https://specs.webrecorder.net/wacz/1.1.1/), which programs such as ReplayWeb.page display. `warcio`
 * writes its records (WARC) and its index (CDXJ).
 */
export async function createWebArchive(metadata: ArchiveMetadata) {
  // Loaded here, because most processes never export the site.
  const { WARCRecord, WARCSerializer } = await import("warcio");
  const records: Uint8Array[] = [];
  const pages: object[] = [{ format: "json-pages-1.0", id: "pages", title: "All pages" }];
  const addRecord = async (record: WARCRecord): Promise<void> => {
    records.push(await compress(await WARCSerializer.serialize(record)));
  };
  const warcInfo = { filename: recordsName, date: metadata.createdAt.toISOString(), warcVersion } as const;
  await addRecord(WARCRecord.createWARCInfo(warcInfo, { format: "WARC File Format 1.1" }));
  return {
    async add({ url, title, at, status, headers, bytes }: ArchivedResponse): Promise<void> {
      const date = at.toISOString();
      const response = { url, date, type: "response", warcVersion, httpHeaders: headers } as const;
      const statusline = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`;
      await addRecord(WARCRecord.create({ ...response, statusline }, toChunks([bytes])));
      if (title !== null) pages.push({ id: String(pages.length), url, ts: date, title });
    },
    /** Packs the responses. */
    async finish(): Promise<Buffer> {
      return pack(metadata, [
        { path: `archive/${recordsName}`, bytes: Buffer.concat(records) },
        { path: "indexes/index.cdx", bytes: await createIndex(records) },
        { path: "pages/pages.jsonl", bytes: toLines(pages) },
      ]);
    },
  };
}

/** One line for each response, in the order of the URLs, with the offset and length of its record. */
async function createIndex(records: readonly Uint8Array[]): Promise<Buffer> {
  const { CDXIndexer } = await import("warcio");
  const indexer = new CDXIndexer({ format: "cdxj" });
  const lines: string[] = [];
  for await (const entry of indexer.iterIndex([{ filename: recordsName, reader: toChunks(records) }])) {
    lines.push(indexer.serialize(entry));
  }
  return Buffer.from(lines.toSorted().join(""));
}

/** Adds the descriptions with the hashes. The format requires that the ZIP file does not compress the records. */
async function pack({ title, createdAt }: ArchiveMetadata, files: readonly WaczFile[]): Promise<Buffer> {
  const resources = files.map(({ path, bytes }) => ({
    name: path.split("/").at(-1),
    path,
    hash: `sha256:${hashBytes(bytes)}`,
    bytes: bytes.byteLength,
  }));
  const profile = { profile: "data-package", wacz_version: "1.1.1" };
  const description = toLines([{ ...profile, title, created: createdAt.toISOString(), resources }]);
  const digest = toLines([{ path: "datapackage.json", hash: `sha256:${hashBytes(description)}` }]);
  const all = [
    ...files,
    { path: "datapackage.json", bytes: description },
    { path: "datapackage-digest.json", bytes: digest },
  ];
  const inputs = all.map(({ path, bytes }) => ({ name: path, input: bytes, lastModified: createdAt }));
  return Buffer.from(await new Response(makeZip(inputs)).arrayBuffer());
}

async function* toChunks(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

function toLines(values: readonly object[]): Buffer {
  return Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
}
