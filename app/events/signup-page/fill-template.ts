/**
 * A sentence of `content/live-event.ts` with its figures.
 * @example filled("Attendance is limited to {capacity}.", { capacity: 100 })
 */
export function filled(text: string, figures: Readonly<Record<string, number | string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(Object.hasOwn(figures, name) ? figures[name] : placeholder),
  );
}
