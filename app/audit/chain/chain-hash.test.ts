import fc from "fast-check";
import { expect, test } from "vitest";
import { digestEvent, type ExactEvent, hashLink } from "./chain-hash.server.ts";

const text = fc.option(fc.string({ unit: "grapheme" }));
const event = fc.record<ExactEvent>({
  id: fc.nat().map(String),
  at: fc.date({ noInvalidDate: true }),
  action: fc.string(),
  actorKind: fc.constantFrom("account", "command", "visitor"),
  actorId: text,
  actorEmail: text,
  subject: text,
  details: fc.json(),
  clientAddress: text,
});

test("events that differ in any value have different digests", () => {
  fc.assert(
    fc.property(event, event, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(digestEvent(one, "salt") === digestEvent(other, "salt")).toBe(isSame);
    }),
  );
});

test("changing one value of an event, or its salt, changes its digest", () => {
  const key = fc.constantFrom<keyof ExactEvent>(
    "id",
    "action",
    "actorKind",
    "actorId",
    "actorEmail",
    "subject",
    "details",
    "clientAddress",
  );
  fc.assert(
    fc.property(event, key, fc.string({ minLength: 1 }), (original, changed, added) => {
      const edited = { ...original, [changed]: `${String(original[changed])}${added}` };
      expect(digestEvent(edited, "salt")).not.toBe(digestEvent(original, "salt"));
      expect(digestEvent(original, `salt${added}`)).not.toBe(digestEvent(original, "salt"));
    }),
  );
});

test("omitting or exchanging seals changes the hash of a link", () => {
  const seals = fc.array(fc.tuple(fc.nat().map(String), text, text), { minLength: 2, maxLength: 8 });
  const link = {
    position: 7,
    sealedAt: new Date("2026-11-28T12:00:00Z"),
    isComplete: true,
    previousHash: "0",
  };
  fc.assert(
    fc.property(seals, (listed) => {
      const hash = hashLink(link, listed);
      expect(hashLink(link, listed.slice(1))).not.toBe(hash);
      const exchanged = listed.toReversed();
      const isSame = JSON.stringify(exchanged) === JSON.stringify(listed);
      expect(hashLink(link, exchanged) === hash).toBe(isSame);
      expect(hashLink({ ...link, previousHash: "1" }, listed)).not.toBe(hash);
    }),
  );
});
