import type { Resource } from '@limpid/contract/kit/resource';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Refetches a list periodically while the page is visible. */
export function usePolledList({ path }: Resource, everyMs = 3000): void {
  const client = useQueryClient();
  useEffect(() => {
    const read = () => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: [`${path}/list`] });
    };
    const timer = setInterval(read, everyMs);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [client, path, everyMs]);
}
