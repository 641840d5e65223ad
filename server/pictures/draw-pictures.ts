import satori from "satori";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { shareImagePath, shareImageSize } from "#app/pages/page-meta.ts";
import { indexedPages } from "#app/pages/site-files/site-files.ts";
import { shareCard } from "./share-card.ts";

// The last step of `npm run build`: draws the share images and the icons.

const folder = "build/pictures";
const { resolve } = createRequire(import.meta.url);

await rm(folder, { recursive: true, force: true });
await initWasm(await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")));
const font = await readFile(resolve("@fontsource/literata/files/literata-latin-400-normal.woff"));

for (const page of indexedPages()) {
  const svg = await satori(shareCard(page), {
    ...shareImageSize,
    fonts: [{ name: "Literata", data: font, weight: 400, style: "normal" }],
  });
  await write(shareImagePath(page.path), new Resvg(svg).render().asPng());
}

const mark = await readFile("app/ui/favicon.svg", "utf8");
for (const [name, size] of [
  ["/icon-192.png", 192],
  ["/icon-512.png", 512],
  ["/apple-touch-icon.png", 180],
] as const) {
  await write(
    name,
    new Resvg(mark, { fitTo: { mode: "width", value: size }, background: "#faf7f1" }).render().asPng(),
  );
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}
