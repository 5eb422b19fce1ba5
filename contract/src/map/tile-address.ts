import type { TileKind } from './map-presets.ts';

/** One placeholder for several hosts: `{0-7}` or `{a-c}`. */
const range = /\{(\d)-(\d)\}|\{([a-z])-([a-z])\}/;

const isPmtiles = (address: string) => /\.pmtiles(?:$|\?)/i.test(address);

/** WMTS services have other names for the three placeholders, in any case. */
function renamePlaceholders(address: string): string {
  return address
    .replace(/\{TileMatrix\}/gi, '{z}')
    .replace(/\{TileCol\}/gi, '{x}')
    .replace(/\{TileRow\}/gi, '{y}');
}

/** The addresses of all hosts that a template names, with the key filled in. */
export function expandAddress(template: string, key = ''): string[] {
  const address = renamePlaceholders(template.trim()).replaceAll('{key}', encodeURIComponent(key));
  const [whole, ...ends] = range.exec(address) ?? [];
  const [first, last] = ends.filter((end) => end !== undefined);
  if (!whole || !first || !last) return [address];
  const codes = [first, last].map((end) => end.charCodeAt(0));
  const [from, to] = [Math.min(...codes), Math.max(...codes)];
  return Array.from({ length: to - from + 1 }, (_, at) =>
    address.replace(whole, String.fromCharCode(from + at)),
  );
}

/** What a template leads to; undefined if it is no web address, or one with unknown placeholders. */
export function readTileKind(template: string): TileKind | undefined {
  const [address = ''] = expandAddress(template, 'key');
  const url = URL.parse(address.replace(/\{[xyz]\}/g, '0'), 'https://here.invalid');
  if (address === '' || !url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    return undefined;
  if (/[{}]/.test(address.replace(/\{[xyz]\}/g, ''))) return undefined;
  const placeholders = ['{z}', '{x}', '{y}'].filter((part) => address.includes(part));
  if (placeholders.length === 3) return 'pictures';
  if (placeholders.length > 0) return undefined;
  if (isPmtiles(address)) return 'pmtiles';
  // Any word is a relative address; a description has a whole one or a path of this server.
  return /^(?:https?:\/\/|\/(?!\/))/i.test(address) ? 'tilejson' : undefined;
}
