/** An archived page. The sandbox permits neither scripts nor forms, and the page is always light, as the site is. */
export function ReplayFrame({ path, title }: { path: string; title: string }) {
  return <iframe src={path} title={title} sandbox="allow-same-origin" loading="lazy" />;
}
