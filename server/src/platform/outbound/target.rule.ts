import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';

const maxUrlLength = 2048;
const maxHostLength = 253;

/** A web address that may be requested: https, or http too where the caller allows it, without credentials. */
export function readUrl(text: string, { allowHttp }: { allowHttp: boolean }): URL {
  const url = text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : undefined;
  const isKnown = url?.protocol === 'https:' || (allowHttp && url?.protocol === 'http:');
  if (!url || !isKnown || url.username || url.password || url.port === '0')
    throw new OutboundError('invalid_url');
  return url;
}

/**
 * A name in ASCII or an IP address in its usual form. Everything that stands for an IPv4 address in a URL does so here,
 * because the system's resolver reads `127.1`, `0x7f000001` and the like in the same way.
 */
export function readHost(text: string): string {
  const bracketed = isIP(text) === 6 ? `[${text}]` : text;
  const isPlain = /^(\[[\da-f:.]+\]|[^\s/\\?#@:%[\]]+)$/i.test(bracketed);
  const address = `http://${bracketed}/`;
  const name = isPlain && URL.canParse(address) ? new URL(address).hostname : '';
  if (name === '' || name.length > maxHostLength) throw new OutboundError('invalid_url');
  return name.replace(/^\[(.*)\]$/, '$1');
}

export function checkPort(port: number): void {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new OutboundError('invalid_url');
}
