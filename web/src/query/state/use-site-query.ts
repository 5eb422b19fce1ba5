import { useEffect, useEffectEvent, useMemo } from 'react';
import { hasQuery, type Query, readQuery, writeQuery } from './query.ts';
import { useAddress } from './use-address.ts';

/** The last query of this browser tab, with which the next screen opens. */
const storageName = 'limpid:query';

/** The query in the address, and how to change a part of it. A screen without one in its address takes the last query. */
export function useSiteQuery(): [Query, (part: Partial<Query>) => void] {
  const [address, changeAddress] = useAddress();
  const isInAddress = hasQuery(address);
  const query = useMemo(
    () => readQuery(isInAddress ? address : new URLSearchParams(sessionStorage.getItem(storageName) ?? '')),
    [address, isInAddress],
  );
  const fill = useEffectEvent((next: URLSearchParams) => changeAddress(() => next));
  useEffect(() => {
    if (isInAddress) sessionStorage.setItem(storageName, writeQuery(query, new URLSearchParams()).toString());
    else {
      const next = writeQuery(query, address);
      if (next.toString() !== address.toString()) fill(next);
    }
  }, [query, address, isInAddress]);
  const change = (part: Partial<Query>) =>
    changeAddress((current) =>
      writeQuery({ ...(hasQuery(current) ? readQuery(current) : query), ...part }, current),
    );
  return [query, change];
}
