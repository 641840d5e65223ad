import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { WARCParser } from "warcio";
import { z } from "zod";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import { createWebArchive } from "./web-archive.server.ts";

const sentAt = new Date("2026-03-03T16:00:00Z");
const page = {
  url: "https://firm.example/about",
  title: "About “us”",
  at: sentAt,
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" },
  bytes: Buffer.from("<p>Büro</p>"),
};
const font = {
  url: "https://firm.example/assets/font.woff2",
  title: null,
  at: sentAt,
  status: 200,
  headers: { "content-type": "font/woff2" },
  bytes: Buffer.from([0, 255, 13, 10, 13, 10, 1]),
};

/** The files of a ZIP file without compression, by their names, from its central directory (APPNOTE.TXT, section 4.3.12). */
function readStored(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let entry = zip.readUInt32LE(zip.length - 6);
  while (zip.readUInt32LE(entry) === 0x02014b50) {
    expect(zip.readUInt16LE(entry + 10)).toBe(0);
    const [size, nameLength] = [zip.readUInt32LE(entry + 24), zip.readUInt16LE(entry + 28)];
    const header = zip.readUInt32LE(entry + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const name = zip.toString("utf8", entry + 46, entry + 46 + nameLength);
    files.set(name, zip.subarray(start, start + size));
    entry += 46 + nameLength + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
  return files;
}

async function archive(): Promise<(name: string) => Buffer> {
  const writer = await createWebArchive({ title: "The firm", createdAt: new Date("2026-04-01T09:00:00Z") });
  await writer.add(font);
  await writer.add(page);
  const files = readStored(await writer.finish());
  return (name) => files.get(name) ?? Buffer.alloc(0);
}

const linesOf = (file: Buffer) => file.toString("utf8").split("\n").filter(Boolean);

/** CDXJ: the URL in its sortable form, the time, and the offset and length of the record as JSON. */
const indexLine = z
  .string()
  .regex(/^\S+ \d{14} \{.*\}$/)
  .transform((line) => ({
    urlKey: line.split(" ", 1)[0],
    record: z
      .object({ url: z.string(), offset: z.coerce.number(), length: z.coerce.number() })
      .parse(JSON.parse(line.slice(line.indexOf("{")))),
  }));

it.each([
  ["a page", page, 0, "example,firm)/about"],
  ["a file", font, 1, "example,firm)/assets/font.woff2"],
])("contains %s as it was sent, at the offset in the index", async (_, sent, line, urlKey) => {
  const read = await archive();
  const entry = indexLine.parse(linesOf(read("indexes/index.cdx"))[line]);
  expect(entry).toMatchObject({ urlKey, record: { url: sent.url } });
  const { offset, length } = entry.record;
  const bytes = gunzipSync(read("archive/data.warc.gz").subarray(offset, offset + length));
  const record = await WARCParser.parse([bytes]);
  expect(record?.warcTargetURI).toBe(sent.url);
  expect(record?.httpHeaders?.statusline).toBe("HTTP/1.1 200 OK");
  expect(Object.fromEntries(record?.httpHeaders?.headers ?? [])).toMatchObject(sent.headers);
  expect(Buffer.from((await record?.readFully(true)) ?? [])).toEqual(sent.bytes);
});

it("lists its pages", async () => {
  const read = await archive();
  const [, ...pages] = linesOf(read("pages/pages.jsonl"));
  expect(pages.map((line): unknown => JSON.parse(line))).toEqual([
    { id: "1", url: page.url, ts: "2026-03-03T16:00:00.000Z", title: "About “us”" },
  ]);
});

const description = z.object({
  resources: z.array(z.object({ path: z.string(), hash: z.string(), bytes: z.number() })),
});

it("describes its files with their hashes", async () => {
  const read = await archive();
  const described = read("datapackage.json");
  const { resources } = description.parse(JSON.parse(described.toString("utf8")));
  expect(resources).toHaveLength(3);
  for (const { path, hash, bytes } of resources) {
    const file = read(path);
    expect([hash, bytes]).toEqual([`sha256:${hashBytes(file)}`, file.byteLength]);
  }
  expect(JSON.parse(read("datapackage-digest.json").toString("utf8"))).toEqual({
    path: "datapackage.json",
    hash: `sha256:${hashBytes(described)}`,
  });
});
