import type { ComponentProps, FocusEvent, KeyboardEvent } from "react";

/** A menu that overlays the page. It closes with Escape, and when the focus leaves it, so that it never covers what has the focus. */
export function MenuDetails(props: ComponentProps<"details">) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the events come from the summary and the content
  return <details {...props} onKeyDown={closeOnEscape} onBlur={closeWhenLeft} />;
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { currentTarget: menu } = event;
  if (event.key !== "Escape" || !menu.open) return;
  // Otherwise, the key would also close a notification.
  event.preventDefault();
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function closeWhenLeft({ currentTarget: menu, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  // A dialog returns the focus to the button in the menu that opened it.
  if (!(relatedTarget instanceof Element) || relatedTarget.closest("dialog") !== null) return;
  if (!menu.contains(relatedTarget)) menu.open = false;
}
