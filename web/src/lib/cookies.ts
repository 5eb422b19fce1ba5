/** Cookies last for the session unless `days` is given, and are never sent to other origins. */
export function readCookie(name: string): string | undefined {
  for (const part of document.cookie.split('; ')) {
    const [key, ...rest] = part.split('=');
    if (key === encodeURIComponent(name)) return decodeURIComponent(rest.join('='));
  }
  return undefined;
}

export function writeCookie(name: string, value: string, days?: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = days === undefined ? '' : `; Max-Age=${days * 86_400}`;
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${age}${secure}`;
}

export function removeCookie(name: string): void {
  writeCookie(name, '', 0);
}
