import { holdsPermission, useSession } from '../../api/session.ts';

type MapLink = (parts: Readonly<Record<string, string>>) => string;

/** Writes addresses of the map; undefined for those who may not open it. */
export function useMapLink(): MapLink | undefined {
  const isAllowed = useSession((session) => holdsPermission(session, ['map:site:list']));
  return isAllowed ? (parts) => `/home?${new URLSearchParams(parts)}` : undefined;
}
