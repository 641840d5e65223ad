import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort, sleep } from "#tests/kit/running-server.ts";
import { check } from "./check.ts";
import { endGroup, createClone, type FreshClone } from "./clone.ts";

// Adds an article by adding one file (docs/architecture.md, "An article"), and checks that the build reports an error in it.

const title = "An article for this check";
const path = "/blog/an-article-for-this-check";

const article = `---
title: ${title}
alternativeTitle: The same in other words
topic: Selling
summary: What the article teaches.
figure:
  shown: "60"
  meaning: months
menuLabel: The Newcomer’s Article
description: One file, and everything that follows from it.
published: "2026-11-20"
modified: "2026-11-20"
dateShown: November 2026
keywords: [one, two, three]
order: 7
related:
  - /faqs
  - /tax-strategies
---

The first paragraph.

## A heading

More of it, and <Fact name="giftExemption" />.
`;

const stranger = await createClone();
const file = join(stranger.clone, "content", "articles", "an-article-for-this-check.mdx");
try {
  await stranger.run("npm", ["ci"]);
  await check(
    "A file in content/articles adds a page and its links in the lists, the feed and the sitemap",
    async () => {
      await writeFile(file, article);
      return withSite(stranger, async (ask) => {
        expectText(await ask(path), title, "a heading of the page");
        for (const list of ["/blog", "/blog/rss.xml", "/sitemap.xml", "/compliance-dashboard"]) {
          expectText(await ask(list), path, `in ${list}`);
        }
        expectText(await ask(path), "og:image", "a share image");
        return "all present";
      });
    },
  );
  await check("A broken link fails the build and is reported", async () => {
    await rm(join(stranger.clone, "build"), { recursive: true, force: true });
    await writeFile(file, article.replace("- /faqs", "- /frequent-questions"));
    const output = await stranger.run("npm", ["run", "build"]).then(
      () => "the build succeeded",
      (error: unknown) => String(error),
    );
    expectText(output, "an-article-for-this-check.mdx", "the file");
    expectText(output, "/frequent-questions", "the link");
    return "the build fails and reports the file and the link";
  });
} finally {
  await stranger.leave();
}

/** Runs work against `npm start` and stops it. */
async function withSite(
  { start }: FreshClone,
  look: (ask: (path: string) => Promise<string>) => Promise<string>,
): Promise<string> {
  const port = await freePort();
  const child = start("npm", ["--silent", "start"], { PORT: String(port) });
  const ask = async (address: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`);
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    return answer.text();
  };
  try {
    const until = performance.now() + 180_000;
    for (;;) {
      const ready = await ask("/readyz").catch(() => undefined);
      if (ready !== undefined) break;
      if (performance.now() > until) throw new Error("npm start was not ready after three minutes");
      await sleep(200);
    }
    return await look(ask);
  } finally {
    await endGroup(child);
  }
}

function expectText(text: string, part: string, what: string): void {
  if (!text.includes(part)) throw new Error(`missing: ${what} (${part})`);
}
