import type { Role } from "./staff.ts";

export const roleNames: Record<Role, string> = {
  owner: "Owner",
  staff: "Staff",
  examiner: "Examiner",
  pending: "Waiting",
};
