/** The cannon that is open is in the address, so that other screens can link to it. */
export const cannonParameter = 'cannon';

/** The address of the page of a cannon. */
export function cannonAddress(cannonId: number): string {
  return `/fog/gun?${new URLSearchParams({ [cannonParameter]: String(cannonId) })}`;
}
