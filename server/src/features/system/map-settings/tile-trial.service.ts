import { gunzipSync } from 'node:zlib';
import { fail } from '@limpid/contract/errors';
import type { FileResponse } from '@limpid/contract/kit/endpoint';
import { judgeTile } from '@limpid/contract/map/judge-tile';
import { type TileTrial, trialTimeoutMs } from '@limpid/contract/system/map-settings';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/app.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';

export type TrialDeps = { outbound: Pick<App['outbound'], 'request' | 'timeoutMs'> };

const maxBytes = 4 * 1024 * 1024;
/** Enough to recognise a file of tiles. */
const fileHead = 'bytes=0-126';

async function requestTile({ outbound }: TrialDeps, url: string, { headers }: FastifyRequest) {
  const {
    status,
    headers: answered,
    ...answer
  } = await outbound.request({
    url,
    policy: 'private',
    allowHttp: true,
    timeoutMs: Math.min(trialTimeoutMs, outbound.timeoutMs),
    maxBytes,
    headers: {
      ...asBrowser(headers),
      ...(/\.pmtiles(?:$|\?)/i.test(url) && { range: fileHead }),
    },
  });
  const type = answered['content-type'] ?? '';
  const bytes = unpack(answer.bytes);
  const allowed = answered['access-control-allow-origin'];
  const isReadable = headers.origin === undefined || allowed === '*' || allowed === headers.origin;
  return { isReadable, bytes, verdict: judgeTile({ status, type, bytes }) };
}

/** Keys may be bound to browsers and to the page that they are used on. */
export function asBrowser({ origin, ...headers }: FastifyRequest['headers']): Record<string, string> {
  return {
    'user-agent': headers['user-agent'] ?? 'Limpid',
    ...(origin && { referer: `${origin}/`, origin }),
  };
}

/** Some servers compress vector tiles, with a header or without; the map unpacks both as well. */
function unpack(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return bytes;
  }
}

/** What an address answers; failures are results too. */
export async function tryTile(deps: TrialDeps, url: string, request: FastifyRequest): Promise<TileTrial> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const { verdict, isReadable, bytes } = await requestTile(deps, url, request);
    return { ...verdict, isReadable, milliseconds: elapsed(), bytes: bytes.length };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return describeFailure(error, elapsed());
  }
}

/** A connection that failed, as the result of a test. */
export function describeFailure({ code, params }: OutboundError, milliseconds: number): TileTrial {
  const { host = '', reason = '' } = params;
  return {
    outcome: 'error',
    error: code,
    host: String(host),
    reason: String(reason),
    milliseconds,
    bytes: 0,
  };
}

/** The tile of an address. Other contents are never passed on: an address may lead to anything within the network. */
export async function fetchPreviewTile(
  deps: TrialDeps,
  url: string,
  request: FastifyRequest,
): Promise<FileResponse> {
  const { verdict, bytes } = await requestTile(deps, url, request);
  if (verdict.outcome === 'picture')
    return { name: 'tile', type: `image/${verdict.format.toLowerCase()}`, body: bytes };
  if (verdict.outcome === 'vector') return { name: 'tile', type: 'application/x-protobuf', body: bytes };
  if (verdict.outcome === 'tilejson')
    return { name: 'tiles.json', type: 'text/plain; charset=utf-8', body: Buffer.from(pickTileJson(bytes)) };
  return fail('file.not_found');
}

/** The part of a description that draws a map. */
function pickTileJson(bytes: Buffer): string {
  const { tiles, minzoom, maxzoom, vector_layers } = JSON.parse(bytes.toString('utf8'));
  return JSON.stringify({ tiles, minzoom, maxzoom, vector_layers });
}
