import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { openSidebar, usePreferences } from '../preferences.ts';
import { narrowQuery, useMedia } from '../use-media.ts';

type SidebarMode = 'open' | 'collapsed' | 'over' | 'away';

/** Beside the page where there is room; otherwise over it, until somebody has gone somewhere. */
export function useSidebar() {
  const narrow = useMedia(narrowQuery);
  const isOpen = usePreferences((preferences) => preferences.sidebarOpen);
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  const isOver = narrow && openedAt === key;
  useEffect(() => {
    if (!isOver) return undefined;
    const closeByEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpenedAt(undefined);
    document.addEventListener('keydown', closeByEscape);
    return () => document.removeEventListener('keydown', closeByEscape);
  }, [isOver]);
  const wide: SidebarMode = isOpen ? 'open' : 'collapsed';
  const over: SidebarMode = isOver ? 'over' : 'away';
  return {
    mode: narrow ? over : wide,
    toggle: () => (narrow ? setOpenedAt(isOver ? undefined : key) : openSidebar(!isOpen)),
    close: () => setOpenedAt(undefined),
  };
}
