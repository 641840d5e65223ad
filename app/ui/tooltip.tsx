import { Content, Portal, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useIsHydrated } from "#app/ui/islands/use-is-hydrated.ts";
import "./tooltip.css";

// spec §4: tooltips open after 700 ms; the next one opens immediately within 300 ms.
export const openAfterMs = 700;
export const skipDelayMs = 300;

/** The context that all tooltips of a screen share. After one was displayed, the next opens without a delay. */
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
  // Touch screens have no hover, and a tap would otherwise close the tooltip.
  const stay = (event: MouseEvent): void => {
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <Root open={isOpen} onOpenChange={setIsOpen}>
      <Trigger className="hinted" onClick={stay}>
        {children}
      </Trigger>
      {/* Rendered in the main landmark, outside of the scroll container of a table. */}
      <Portal container={document.getElementById("main")}>
        <Content className="tooltip" side="top" sideOffset={6} collisionPadding={8}>
          {text}
        </Content>
      </Portal>
    </Root>
  );
}
