import type { Locator } from "@playwright/test";

/**
 * Compares the ink of bold text on paper with the ink of the same text at normal weight. Returns 1 if they are equal.
 * @param run a bold element in a page with emulated print media
 */
export async function measureBoldInk(run: Locator): Promise<number> {
  const bold = await measureInk(run);
  await run.evaluate((element) => element.style.setProperty("font-weight", "400", "important"));
  const normal = await measureInk(run);
  await run.evaluate((element) => element.style.removeProperty("font-weight"));
  return bold / normal;
}

/** The sum of the darkness of all pixels, from 0 (white) to 1 (black) each. */
async function measureInk(run: Locator): Promise<number> {
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
