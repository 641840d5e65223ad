import { expect, test } from "vitest";
import { recordBooking } from "#app/people/bookings/record-booking.server.ts";
import { loadPerson } from "#app/people/export/load-person.server.ts";
import { aBookingReport } from "#tests/kit/a-booking-report.ts";
import { testApp } from "#tests/kit/app.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";
import { viewActivity } from "./timeline.server.ts";

const site = testApp({ now: personTime });

test("the page receives the newest entries only, and says so when a list of one kind is truncated", async () => {
  const ada = aPerson("ada");
  await enter(site.db, ada);
  const person = await loadPerson(site.db, ada.email, { hiddenKinds: [] });
  const [assessment] = person.assessments;
  if (assessment === undefined) throw new Error("The person has no assessment.");
  const flooded = {
    ...person,
    assessments: Array.from({ length: 400 }, (_, index) => ({
      ...assessment,
      id: `form-${index}`,
      createdAt: new Date(personTime.getTime() - index * 60_000),
    })),
  };

  const first = viewActivity(flooded, undefined, personTime);
  expect(first.entries).toHaveLength(5);
  expect(first.moreLabel).toBe("Show the latest 300 entries");
  expect(first.truncations).toEqual([]);

  const forms = viewActivity(flooded, "forms", personTime);
  expect(forms.entries).toHaveLength(300);
  expect(new Set(forms.entries.map(({ kind }) => kind))).toEqual(new Set(["forms"]));
  expect(forms.truncations).toEqual([
    "Only the latest 300 entries are displayed. The export has all of them.",
  ]);

  expect(viewActivity(flooded, "notes", personTime)).toMatchObject({
    entries: [],
    truncations: [],
  });
});

test("each form links to the page that it was sent from, if the archive reaches back to it", async () => {
  const ada = aPerson("ada");
  await enter(site.db, ada);
  const person = await loadPerson(site.db, ada.email, { hiddenKinds: [] });
  const receipt = person.consentReceipts.find(
    ({ form, pageVersion }) => form !== null && pageVersion !== null,
  );
  if (receipt === undefined) throw new Error("No receipt of the person has a page version.");
  const linksSince = (capturedSince: Date | undefined) =>
    viewActivity(person, "forms", personTime, capturedSince)
      .entries.flatMap(({ facts }) => facts)
      .flatMap(([, , href]) => href ?? []);
  const links = linksSince(receipt.givenAt);
  expect(links).toContainEqual(expect.stringContaining(`sent=${receipt.pageVersion}`));
  expect(links).toContainEqual(
    expect.stringMatching(/^\/admin\/record\?page=%2F(pre-loi-assessment|linkedin-live-signup)&/),
  );
  const sentAt = new URLSearchParams({ sentAt: receipt.givenAt.toISOString() }).toString();
  for (const page of ["form-crs", "privacy-policy"]) {
    expect(links).toContain(`/admin/record?page=%2F${page}&${sentAt}`);
  }
  expect(linksSince(undefined)).toEqual([]);
  expect(linksSince(new Date(personTime.getTime() + 1))).toEqual([]);
});

test("an appointment that is known only from the one that replaced it is displayed without a start", async () => {
  const ada = aPerson("ada");
  await enter(site.db, ada);
  const deps = { db: site.db, clock: { now: () => personTime }, ...auditDeps };
  const startsOf = async () => {
    const person = await loadPerson(site.db, ada.email, { hiddenKinds: [] });
    const { entries } = viewActivity(person, "notes", personTime);
    return entries
      .filter(({ title }) => title === "Appointment rescheduled")
      .flatMap(({ facts }) => facts)
      .flatMap(([name, value]) => (name === "Begins" ? [value] : []));
  };
  const attendeeEmail = ada.email;
  const moved = { startsAt: new Date("2026-12-03T16:00:00Z"), endsAt: new Date("2026-12-03T16:30:00Z") };
  const replacing = { change: "rescheduled", uid: "booking-2", previousUid: "booking-1", ...moved } as const;
  await recordBooking(deps, aBookingReport({ ...replacing, attendeeEmail }));
  expect(await startsOf()).toEqual([]);
  await recordBooking(deps, aBookingReport({ attendeeEmail }));
  expect(await startsOf()).toEqual(["Dec 1, 2026, 10:00 AM CST"]);
});
