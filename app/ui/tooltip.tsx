import { Content, Portal, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useIsHydrated } from "#app/ui/islands/use-is-hydrated.ts";
import "./tooltip.css";

// spec §4: tooltips open after 700 ms; the next one opens immediately within 300 ms.
export const openAfterMs = 700;
export const skipDelayMs = 300;

/** What all tooltips of a screen share: when one has just been read, the next opens without waiting. Stands around the screen. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={openAfterMs} skipDelayDuration={skipDelayMs}>
      {children}
    </Provider>
  );
}

/**
 * Explains a word when the pointer rests on it, or immediately when it receives keyboard focus. Escape closes it. Without scripting, the
 * browser's own tooltip is displayed.
 * @example <Tooltip text="Nov 20, 2026, 11:48 AM CST">12 min ago</Tooltip>
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!useIsHydrated()) {
    return (
      <span className="hinted" title={text}>
        {children}
      </span>
    );
  }
  // A finger cannot rest on a word: it taps, which would otherwise close what is open.
  const stay = (event: MouseEvent): void => {
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <Root open={isOpen} onOpenChange={setIsOpen}>
      <Trigger className="hinted" onClick={stay}>
        {children}
      </Trigger>
      {/* Within the landmark of the page, and outside the frame in which a table scrolls. */}
      <Portal container={document.getElementById("main")}>
        <Content className="tooltip" side="top" sideOffset={6} collisionPadding={8}>
          {text}
        </Content>
      </Portal>
    </Root>
  );
}
