/** A plain form, so that the whole page is loaded anew and nothing of it stays in the browser's memory. */
export function SignOutButton() {
  return (
    <form method="post" action="/auth/sign-out">
      <button type="submit" className="btn">
        Sign Out
      </button>
    </form>
  );
}
