/** An obviously fictitious person, so that a preview cannot be mistaken for an email that was sent. */
export const samplePerson = {
  name: "Sample Person",
  email: "sample.person@example.com",
  phone: "(512) 555-0100",
} as const;

export const sampleTime = new Date("2030-01-14T16:00:00Z");

export const sampleId = "00000000-0000-4000-8000-000000000000";
