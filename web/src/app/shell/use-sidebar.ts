import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useEscape } from '../../ui/use-escape.ts';
import { narrowQuery, useMedia } from '../../ui/use-media.ts';
import { openSidebar, usePreferences } from '../preferences.ts';

type SidebarMode = 'open' | 'collapsed' | 'over' | 'away';

/** Moves the focus into the menu when it opens, and back to its button or to the new page when it closes. */
function useDrawerFocus(isOver: boolean, page: string, content: RefObject<HTMLElement | null>): void {
  const opening = useRef<{ by: Element | null; on: string }>(null);
  useEffect(() => {
    if (isOver) {
      opening.current = { by: document.activeElement, on: page };
      document.querySelector<HTMLElement>('#sidebar button')?.focus();
    } else if (opening.current) {
      const { by, on } = opening.current;
      const target = on === page ? by : content.current;
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      opening.current = null;
    }
  }, [isOver, page, content]);
}

/** The sidebar is beside the page on wide screens; on narrow ones it covers the page until the next navigation. */
export function useSidebar(content: RefObject<HTMLElement | null>) {
  const narrow = useMedia(narrowQuery);
  const isOpen = usePreferences((preferences) => preferences.sidebarOpen);
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  const isOver = narrow && openedAt === key;
  // Navigating back must not open it again.
  if (openedAt !== undefined && openedAt !== key) setOpenedAt(undefined);
  useDrawerFocus(isOver, key, content);
  const close = useCallback(() => setOpenedAt(undefined), []);
  useEscape(isOver, close);
  const wide: SidebarMode = isOpen ? 'open' : 'collapsed';
  const over: SidebarMode = isOver ? 'over' : 'away';
  return {
    mode: narrow ? over : wide,
    toggle: () => (narrow ? setOpenedAt(isOver ? undefined : key) : openSidebar(!isOpen)),
    close,
  };
}
