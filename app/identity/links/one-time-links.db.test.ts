import { expect, test } from "vitest";
import { accountCommands } from "#tests/kit/account-commands.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { findLink, makeAccountLink, redeemLink, sendLink } from "./one-time-links.server.ts";

const { db } = testDatabase();
const { deps, add, queuedEmails } = accountCommands(db);

const email = "joan@example.com";
const make = () => db.transaction().execute((trx) => makeAccountLink(trx, "reset", email));
const redeem = (kind: "confirm" | "reset", id: string) =>
  db.transaction().execute((trx) => redeemLink(trx, kind, id));

test("finds and redeems a link only as its own kind", async () => {
  const { id: accountId } = await add(email);
  const { id = "" } = (await make()) ?? {};
  expect(await findLink(deps, "reset", deps.keys.linkToken("reset", id))).toMatchObject({
    id,
    email,
    accountId,
  });
  // Even with a valid signature for the other kind.
  expect(await findLink(deps, "confirm", deps.keys.linkToken("confirm", id))).toBeUndefined();
  expect(await redeem("confirm", id)).toBeUndefined();
  expect(await redeem("reset", id)).toMatchObject({ email });
  expect(await redeem("reset", id)).toBeUndefined();
  expect(await findLink(deps, "reset", deps.keys.linkToken("reset", id))).toBeUndefined();
});

test("stores neither a link nor its email if the transaction fails", async () => {
  await add(email);
  const failing = db.transaction().execute(async (trx) => {
    const link = await makeAccountLink(trx, "reset", email);
    await sendLink(trx, "reset", link?.id);
    throw new Error("something later went wrong");
  });
  await expect(failing).rejects.toThrow("something later went wrong");
  expect(await db.selectFrom("staffLinks").select("id").execute()).toEqual([]);
  expect(await queuedEmails()).toEqual([]);
});

test("the email with a link expires with the link", async () => {
  await add(email);
  await db.transaction().execute(async (trx) => {
    const link = await makeAccountLink(trx, "reset", email);
    await sendLink(trx, "reset", link?.id);
  });
  const { expiresAt } = await db.selectFrom("staffLinks").select("expiresAt").executeTakeFirstOrThrow();
  const { notAfter } = await db.selectFrom("letters").select("notAfter").executeTakeFirstOrThrow();
  expect(notAfter).toEqual(expiresAt);
});
