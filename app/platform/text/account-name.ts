/** The name of an account for display, or its address if it has no name. */
export function formatAccountName({ name, email }: { name: string; email: string }): string {
  return name === "" ? email : name;
}
