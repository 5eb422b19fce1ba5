import { readCookie, removeCookie, writeCookie } from './cookies.ts';

const cookie = 'Admin-Token';
const fallback = 'token';

export function readStoredToken(): string | undefined {
  return readCookie(cookie) || localStorage.getItem(fallback) || undefined;
}

export function writeToken(token: string): void {
  writeCookie(cookie, token);
  // A browser that refuses cookies still gets a session.
  if (readCookie(cookie) !== token) localStorage.setItem(fallback, token);
}

export function clearToken(): void {
  removeCookie(cookie);
  localStorage.removeItem(fallback);
}
