import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import "./notifications.css";

/** A transient message about an event or a result. */
export type Notice = { title: string; description: string; bad?: boolean };

type PostedNotice = Notice & { id: number };

// spec §9: notifications close automatically after about 4 to 5 seconds; at most 3 are visible.
export const visibleMs = 5_000;
export const maxVisible = 3;

/** The notifications of one screen, oldest first, with functions to add and remove them. */
export function useNotices() {
  const [notices, setNotices] = useState<readonly PostedNotice[]>([]);
  return {
    notices,
    post(notice: Notice): void {
      setNotices((posted) => [...posted, { ...notice, id: (posted.at(-1)?.id ?? 0) + 1 }].slice(-maxVisible));
    },
    close(id: number): void {
      setNotices((posted) => posted.filter((notice) => notice.id !== id));
    },
  };
}

/**
 * The live region of notifications. It is rendered empty first, so that screen readers announce what is added later. Their timers pause
 * while they have the pointer or keyboard focus (WCAG 2.2.1), and Escape closes the newest one.
 */
export function NoticeRegion({
  notices,
  onClose,
}: {
  notices: readonly PostedNotice[];
  onClose: (id: number) => void;
}) {
  const region = useRef<HTMLDivElement>(null);
  const { isHeld, giveFocusBack } = useAttention(region);
  const newest = notices.at(-1)?.id;

  function close(id: number): void {
    giveFocusBack();
    onClose(id);
  }

  useEscape(newest === undefined ? undefined : () => close(newest));
  return (
    <div ref={region} className="toasts" role="status">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} isHeld={isHeld} onClose={() => close(notice.id)} />
      ))}
    </div>
  );
}

function NoticeCard({
  notice,
  isHeld,
  onClose,
}: {
  notice: PostedNotice;
  isHeld: boolean;
  onClose: () => void;
}) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => close(), visibleMs);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <div className={notice.bad === true ? "toast bad" : "toast"}>
      <div>
        <p>
          <b>{notice.title}</b>
        </p>
        <p>{notice.description}</p>
      </div>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

/** Calls the handler for the Escape key, unless the key closed an element above, such as a tooltip. */
function useEscape(onEscape: (() => void) | undefined): void {
  const isListening = onEscape !== undefined;
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) onEscape?.();
  });
  useEffect(() => {
    if (!isListening) return undefined;
    const listening = new AbortController();
    document.addEventListener("keydown", (event) => escape(event), { signal: listening.signal });
    return () => listening.abort();
  }, [isListening]);
}

/** Whether an element has the pointer or keyboard focus. When the focused part is removed, focus returns to where it was before. */
function useAttention(region: RefObject<HTMLElement | null>) {
  const [isHeld, setIsHeld] = useState(false);
  const origin = useRef<Element>(null);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const element = region.current;
    element?.addEventListener("pointerover", () => setIsHeld(true), { signal });
    // Listens on the document, because an element that is removed under the pointer receives no leave event.
    document.addEventListener(
      "pointerover",
      ({ target }) => {
        const isInside = target instanceof Node && element?.contains(target) === true;
        if (!isInside && element?.contains(document.activeElement) !== true) setIsHeld(false);
      },
      { signal },
    );
    element?.addEventListener(
      "focusin",
      ({ relatedTarget }) => {
        setIsHeld(true);
        const isFromInside = relatedTarget instanceof Node && element.contains(relatedTarget);
        if (!isFromInside) origin.current = relatedTarget instanceof Element ? relatedTarget : null;
      },
      { signal },
    );
    element?.addEventListener("focusout", () => setIsHeld(false), { signal });
    return () => listening.abort();
  }, [region]);
  return {
    isHeld,
    giveFocusBack(): void {
      if (region.current?.contains(document.activeElement) !== true) return;
      setIsHeld(false);
      if (origin.current instanceof HTMLElement) origin.current.focus();
    },
  };
}
