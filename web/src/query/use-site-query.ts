import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { hasQuery, type Query, readQuery, writeQuery } from './query.ts';

/** The last query of this browser tab, with which the next screen opens. */
const storageName = 'limpid:query';

/** The query in the address, and how to change a part of it. A screen without one in its address takes the last query. */
export function useSiteQuery(): [Query, (part: Partial<Query>) => void] {
  const [address, setAddress] = useSearchParams();
  const isInAddress = hasQuery(address);
  const query = useMemo(
    () => readQuery(isInAddress ? address : new URLSearchParams(sessionStorage.getItem(storageName) ?? '')),
    [address, isInAddress],
  );
  useEffect(() => {
    if (isInAddress) sessionStorage.setItem(storageName, writeQuery(query, new URLSearchParams()).toString());
    else {
      const next = writeQuery(query, address);
      if (next.toString() !== address.toString()) setAddress(next, { replace: true });
    }
  }, [query, address, isInAddress, setAddress]);
  return [query, (part) => setAddress(writeQuery({ ...query, ...part }, address), { replace: true })];
}
