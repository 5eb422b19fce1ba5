import { liveProtocol } from '@limpid/contract/live';
import { readBearer } from '../auth/tokens.ts';

/** A page of another origin must not open our socket; programs send no origin. */
export function isOwnOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host: from } = new URL(origin);
  // The same parser drops the default port on both sides.
  const expectedOrigin = `${protocol}//${host}`;
  return /^https?:$/.test(protocol) && URL.canParse(expectedOrigin) && new URL(expectedOrigin).host === from;
}

/** The token offered as a second subprotocol. */
export function readOfferedToken(header: string | undefined): string | undefined {
  const offered = (header ?? '').split(',').map((part) => part.trim());
  if (!offered.includes(liveProtocol)) return undefined;
  return offered.map(readHandshakeToken).find((token) => token !== undefined);
}

export function readHandshakeToken(text: string): string | undefined {
  return readBearer(/^bearer /i.test(text) ? text : `Bearer ${text}`);
}

/** Addresses end up in logs and histories, so a secret in one counts as leaked. */
export function holdsToken(address: string): boolean {
  const { searchParams } = new URL(address, 'http://local');
  return [...searchParams].some(
    ([name, value]) => /token|authorization/i.test(name) || readHandshakeToken(value) !== undefined,
  );
}
