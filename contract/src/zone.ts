/** The zone of a server and of an entity that have none of their own. */
export const defaultZone = 'Asia/Shanghai';

/** Also accepts aliases of zones, which `supportedValuesOf` leaves out. */
export function isZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return !/^[+-]/.test(value);
  } catch {
    return false;
  }
}
