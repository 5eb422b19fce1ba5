import { useEffect } from 'react';
import { create } from 'zustand';

const useNames = create<Record<string, string>>()(() => ({}));

/** Says which of its kind a page shows, so that its tab can be told from the others. */
export function useSetPageName(path: string, name: string | undefined): void {
  useEffect(() => {
    if (name) useNames.setState({ [path]: name });
  }, [path, name]);
}

export function usePageName(path: string): string | undefined {
  return useNames((names) => names[path]);
}
