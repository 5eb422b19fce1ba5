import { holdsPermission, type Session } from '../../api/session.ts';
import { mapPermission } from './content-routes.ts';

/** The screen of the home page: the map, its table for those whom this installation keeps the map from, else neither. */
export function chooseHome(session: Session): 'map' | 'table' | 'index' {
  if (!holdsPermission(session, [mapPermission])) return 'index';
  if (!isMapKept(session)) return 'map';
  return holdsPermission(session, ['data:realtime:list']) ? 'table' : 'index';
}

/** The names are typed by hand: with either comma, and spaces as they come. */
function isMapKept({ user, customConfig }: Session): boolean {
  const names = String(customConfig['UNLOAD_MAP_USER'] ?? '').split(/[,，]/);
  return user !== null && names.some((name) => name.trim() === user.userName);
}
