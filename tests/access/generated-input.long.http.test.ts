import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { publicResponses, staffResponses } from "./expected-answers.ts";
import { readEndpoints } from "./read-endpoints.ts";
import type { SampleForm } from "./sample-event-forms.ts";
import { listSampleForms, storeSampleRows } from "./sample-forms.ts";
import { encodeBody, requestSender, signInFor } from "./send-request.ts";

const site = testApp();
const send = requestSender(site);

const durationMs = 10 * 60_000;
/** Every request of the run, including one that waits for a slow password hash, is answered within this time. */
const maxResponseMs = 30_000;
/** In bytes. The memory that a run of this length may add after collection. */
const maxGrowth = 64 * 1024 ** 2;

const posts = [
  ...new Set(
    [...readEndpoints(staffResponses), ...readEndpoints(publicResponses)]
      .filter(({ method, path }) => method === "POST" && !path.includes("#"))
      .map(({ path }) => path),
  ),
];

const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    "\u0000",
    "\uD800",
    "\u202Eabc",
    "' or 1=1 --",
    "$1",
    "%00%ff",
    "../../../../etc/passwd",
    "__proto__",
    "constructor",
    "<script>alert(1)</script>",
    "a\r\nSet-Cookie: a=b",
    "1e999",
    "-1",
    "NaN",
    "9".repeat(400),
    "2026-02-30",
    "0000-00-00T99:99",
    "275761-01-01",
    "infinity",
    "00000000-0000-0000-0000-000000000000",
    `${"a".repeat(250)}@example.com`,
    "a".repeat(70_000),
  ),
);

/** A value of a form or of a JSON body. Forms print it as text, and repeat a field for each value of a list. */
const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 4 }) },
);

/** The fields of a form, of which some are replaced or missing, and one may be unknown. */
function hostileFields({ fields }: SampleForm): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(fields);
  return fc
    .record({
      replaced: fc.subarray(names),
      omitted: fc.subarray(names, { maxLength: Math.min(1, names.length) }),
      values: fc.array(hostileValue, { minLength: names.length + 1, maxLength: names.length + 1 }),
      unknown: fc.option(fc.constantFrom("__proto__", "toString", "role", "id", "\u0000")),
    })
    .map(({ replaced, omitted, values, unknown }) => {
      const entries = names
        .filter((name) => !omitted.includes(name))
        .map((name, index): [string, unknown] => [
          name,
          replaced.includes(name) ? values[index] : fields[name],
        ]);
      // Not an assignment, which would set the prototype.
      return Object.fromEntries(unknown === null ? entries : [...entries, [unknown, values.at(-1)]]);
    });
}

test(
  "generated fields cause no server error, no endless request and no growth of memory in any endpoint",
  { timeout: durationMs * 3 },
  async () => {
    const errors: string[] = [];
    const began = performance.now();
    let [sent, slowest] = [0, 0];
    let memory: number | undefined;
    for (let round = 0; performance.now() - began < durationMs; round += 1) {
      const forms = listSampleForms(await storeSampleRows(site.db));
      for (const path of posts) {
        for (const form of forms[path] ?? []) {
          const [fields = {}] = fc.sample(hostileFields(form), { numRuns: 1, seed: round });
          const { cookie } = await signInFor(site, path);
          const start = performance.now();
          errors.push(
            ...(await send(
              { method: "POST", path: form.path, body: encodeBody(form.path, fields) },
              { cookie },
            )),
          );
          slowest = Math.max(slowest, performance.now() - start);
          sent += 1;
        }
      }
      site.logged.length = 0;
      // After the first rounds, caches and compiled code are complete.
      if (round === 1) memory = readMemory();
    }
    expect(sent).toBeGreaterThan(posts.length);
    expect(errors).toEqual([]);
    expect(slowest).toBeLessThan(maxResponseMs);
    expect(memory).toBeDefined();
    expect(readMemory() - (memory ?? 0)).toBeLessThan(maxGrowth);
  },
);

/** The used heap in bytes after a collection. */
function readMemory(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  return process.memoryUsage().heapUsed;
}
