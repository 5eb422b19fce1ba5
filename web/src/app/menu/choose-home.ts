import { holdsPermission, type Session } from '../../api/session.ts';
import { mapPermission } from './content-routes.ts';

/** The screen of the home page: the map, the table for users without the map, else the overview. */
export function chooseHome(session: Session): 'map' | 'table' | 'index' {
  if (!holdsPermission(session, [mapPermission])) return 'index';
  if (!isMapWithheld(session)) return 'map';
  return holdsPermission(session, ['data:realtime:list']) ? 'table' : 'index';
}

/** The names are entered by hand, with Chinese or Latin commas and spaces. */
function isMapWithheld({ user, customConfig }: Session): boolean {
  const names = String(customConfig['UNLOAD_MAP_USER'] ?? '').split(/[,，]/);
  return user !== null && names.some((name) => name.trim() === user.userName);
}
