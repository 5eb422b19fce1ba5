import { judgeTile } from '@limpid/contract/map/judge-tile';
import { TileError } from './tile-trouble.ts';

/** Fetches what one address of a tile server answers; rejects with a `TileError`. */
export type FetchTile = (url: string, signal: AbortSignal) => Promise<ArrayBuffer>;

/** A server that takes longer is given up. */
export const tileTimeoutMs = 10_000;

/** Origins that the policy of this page refused; the event follows the failure of the request. */
const blockedOrigins = new Set<string>();
if (typeof document !== 'undefined')
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    const url = URL.parse(blockedURI);
    if (url) blockedOrigins.add(url.origin);
  });

/** Fetches a tile and recognises everything that is none. */
export const fetchTile: FetchTile = async (url, signal) => {
  const deadline = AbortSignal.timeout(tileTimeoutMs);
  try {
    // Keys may be bound to the origin of the page.
    const options = { signal: AbortSignal.any([signal, deadline]), referrerPolicy: 'strict-origin' } as const;
    const response = await fetch(url, options);
    const body = await response.arrayBuffer();
    return acceptTile(response, await unpack(body));
  } catch (error) {
    if (error instanceof TileError || signal.aborted) throw error;
    if (deadline.aborted) throw new TileError('silent');
    await new Promise((done) => setTimeout(done));
    throw new TileError(blockedOrigins.has(new URL(url, location.href).origin) ? 'blocked' : 'network');
  }
};

/** Some servers compress vector tiles without naming it in a header; the connection test of map settings does the same. */
async function unpack(body: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second] = new Uint8Array(body);
  if (first !== 0x1f || second !== 0x8b) return body;
  const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream('gzip'));
  // A truncated body is judged as it is.
  return new Response(stream).arrayBuffer().catch(() => body);
}

function acceptTile({ status, headers }: Response, body: ArrayBuffer): ArrayBuffer {
  const verdict = judgeTile({ status, type: headers.get('content-type') ?? '', bytes: new Uint8Array(body) });
  switch (verdict.outcome) {
    case 'picture':
    case 'vector':
    case 'tilejson':
    case 'pmtiles':
      return body;
    case 'empty':
      return new ArrayBuffer(0);
    default:
      throw new TileError(verdict.outcome, 'status' in verdict ? verdict.status : status);
  }
}
