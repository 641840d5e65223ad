import { expect, test } from "vitest";
import { allEmailKinds } from "#app/email/definition/email-kinds.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { createEmails } from "./emails.ts";

const siteUrl = "https://www.example.com";
// Samples read nothing from the services.
const emails = createEmails({ siteUrl } as never);
const samples = Object.values(emails).flatMap(({ category, renderSamples }) =>
  renderSamples().map((sample) => ({ ...sample, category })),
);

test("every kind has a preview", () => {
  expect(Object.keys(emails).toSorted()).toEqual(allEmailKinds.toSorted());
  expect(new Set(samples.map(({ kind }) => kind))).toEqual(new Set(allEmailKinds));
});

test("each preview has a distinct URL of letters, digits and hyphens", () => {
  const names = samples.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[\w-]+$/.test(name))).toEqual([]);
});

test("no preview names a real person or lacks a value", () => {
  for (const { content, category } of samples) {
    const layout = { category, siteUrl, postalAddressLines: [], preferencesKey: "sample" };
    const { text } = renderEmail(content, layout);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    expect(
      text.match(/[\w.+-]+@[\w.-]+/g)?.filter((address) => !/@example\.com\.?$/.test(address)) ?? [],
    ).toEqual([]);
  }
});
