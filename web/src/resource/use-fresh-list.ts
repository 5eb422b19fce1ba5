import type { Resource } from '@limpid/contract/kit/resource';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const everyMs = 3000;

/** Reads a list again and again, for those who wait for something to appear in it. */
export function useFreshList({ path }: Resource): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: [`${path}/list`] });
    }, everyMs);
    return () => clearInterval(timer);
  }, [client, path]);
}
