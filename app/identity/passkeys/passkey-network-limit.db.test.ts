import { expect, test } from "vitest";
import { countAttempts } from "#app/identity/rate-limits/count-attempts.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { guessLimits } from "#app/platform/limits.ts";
import { testSiteUrl } from "#tests/kit/app.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testIdentity } from "#tests/kit/identity.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";

const { db } = testDatabase();
const identity = testIdentity(db);
const url = `${testSiteUrl}/api/auth/passkey/generate-authenticate-options`;

test("passkey ceremonies are limited by IPv6 /48, without a row for each of its further addresses", async () => {
  await withinOneWindow();
  const deps = { db, clock: systemClock, keys: identity.keys };
  for (let at = 0; at < guessLimits.passkeysByNetwork.most; at += 1) {
    await countAttempts(deps, [{ limit: "passkeysByNetwork", of: "2001:db8:78::1" }]);
  }
  const statuses: number[] = [];
  for (const clientAddress of ["2001:db8:78:1::1", "2001:db8:78:2::1", "2001:db8:79::1"]) {
    const request = new Request(url, { headers: { origin: testSiteUrl } });
    statuses.push((await identity.handle({ request, clientAddress })).status);
  }
  expect(statuses).toEqual([429, 429, 404]);
  expect(await db.selectFrom("rateLimits").select("key").execute()).toHaveLength(3);
});
