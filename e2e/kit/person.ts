import { randomUUID } from "node:crypto";

/** A person that no other test uses. */
export function newPerson(): { name: string; email: string; phone: string } {
  const tag = randomUUID().slice(0, 8);
  return { name: `Test "${tag}", Person`, email: `person-${tag}@example.com`, phone: "(512) 555-0199" };
}
