import type { DatabaseConnection } from "#app/data/connect.server.ts";
import { addAccount, changeRole, listAccounts, removeAccount } from "#app/identity/accounts.server.ts";
import { done, refused, type Report } from "./command.ts";
import type { StaffOrder } from "./staff-order.ts";

/** Does what was asked. @param password of the account to add, valid already */
export async function carryOutStaffOrder(
  db: DatabaseConnection["db"],
  order: StaffOrder,
  password: string,
): Promise<Report> {
  switch (order.kind) {
    case "add": {
      const { name, email, role } = order;
      const outcome = await addAccount(db, { name, email, role, password });
      if (outcome.ok) return done(`Added ${email} as ${role}.`);
      return refused(`There is an account for ${email} already: approve gives it another role.`);
    }
    case "approve": {
      const outcome = await changeRole(db, order.email, order.role);
      if (outcome.ok) return done(`${order.email} now has the role ${order.role}.`);
      return refused(refusals[outcome.reason](order.email));
    }
    case "remove": {
      const outcome = await removeAccount(db, order.email);
      if (outcome.ok) return done(`Removed ${order.email}.`);
      return refused(refusals[outcome.reason](order.email));
    }
    case "list": {
      const accounts = await listAccounts(db);
      if (accounts.length === 0) return done("There are no accounts yet.");
      return done(accounts.map(({ email, role, name }) => [email, role, name].join("\t")).join("\n"));
    }
  }
}

const refusals = {
  unknown: (email: string) => `There is no account for ${email}.`,
  "last-owner": (email: string) => `${email} is the last owner: make somebody else an owner first.`,
} as const;
