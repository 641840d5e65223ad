import type { Locator } from "@playwright/test";

/**
 * How much ink a run of bold text takes on paper, compared with the same words at normal weight: 1 where nothing distinguishes them.
 * @param run an element in bold, in a page whose media is emulated as print
 */
export async function inkOfBold(run: Locator): Promise<number> {
  const bold = await inkIn(run);
  await run.evaluate((element) => element.style.setProperty("font-weight", "400", "important"));
  const normal = await inkIn(run);
  await run.evaluate((element) => element.style.removeProperty("font-weight"));
  return bold / normal;
}

/** Sum of how dark each pixel is, from 0 (white) to 1 (black). */
async function inkIn(run: Locator): Promise<number> {
  const picture = (await run.screenshot()).toString("base64");
  return run.evaluate(async (_element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    if (context === null) throw new Error("This browser has no two-dimensional canvas");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) ink += 1 - (data[at] ?? 255) / 255;
    return ink;
  }, picture);
}
