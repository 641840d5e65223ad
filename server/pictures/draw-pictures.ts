import satori from "satori";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { shareImagePath, shareImageSize } from "#app/pages/page-meta.ts";
import { indexedPages } from "#app/pages/site-files.ts";
import { createElement, type CSSProperties, type ReactElement, type ReactNode } from "react";
import type { Page } from "#app/pages/registry.ts";
import { practice } from "#content/practice.ts";

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

/** The share image of a page, with its title and the firm's name. Satori supports flexbox and little else of CSS. */
function shareCard({ title, shareTitle = title }: Page): ReactElement {
  const { city, stateName } = practice.postalAddress;
  const size = shareTitle.length > 48 ? 68 : 84;
  return box(
    sheet,
    box({ maxWidth: 920, fontSize: size, lineHeight: 1.08 }, shareTitle),
    box(
      { justifyContent: "space-between", fontSize: 34, color: "#1e4a3b" },
      box({}, practice.firmName),
      box({ color: "#454f49" }, `${city}, ${stateName}`),
    ),
  );
}

const sheet: CSSProperties = {
  flexDirection: "column",
  justifyContent: "space-between",
  width: "100%",
  height: "100%",
  padding: "72px 80px",
  background: "#faf7f1",
  color: "#17211d",
  fontFamily: "Literata",
  borderLeft: "24px solid #1e4a3b",
};

function box(style: CSSProperties, ...children: ReactNode[]): ReactElement {
  return createElement("div", { style: { display: "flex", ...style } }, ...children);
}
