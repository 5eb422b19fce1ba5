import { useEffect } from 'react';
import { create } from 'zustand';

const useNames = create<Record<string, string>>()(() => ({}));

/** Adds the name of the shown record to the page's tab, so that two tabs of one screen have different titles. */
export function useSetPageName(path: string, name: string | undefined): void {
  useEffect(() => {
    if (name) useNames.setState({ [path]: name });
  }, [path, name]);
}

export function usePageName(path: string): string | undefined {
  return useNames((names) => names[path]);
}
