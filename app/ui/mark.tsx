/** The firm's mark: the growth rings of a tree. Decorative, because the firm's name is beside it. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 34 34" fill="none" stroke="currentColor" aria-hidden="true">
      <path strokeWidth="2.6" d="M17 2c9 0 15 6 15 15s-6 15-15 15S2 26 2 17 8 2 17 2z" />
      <path d="M18 7c6 0 10 4 10 10s-5 10-10 10S8 23 8 17 12 7 18 7zM19 12c3 0 5 2 5 5s-2 5-5 5-6-2-6-5 3-5 6-5zM19.5 16v1.6" />
    </svg>
  );
}
