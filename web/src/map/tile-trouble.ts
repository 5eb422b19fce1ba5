import type { TileVerdict } from '@limpid/contract/map/judge-tile';

/**
 * Why tiles do not come: an answer of `judge-tile.ts`, access denied to a map without a key, no answer in time, none at all, a host
 * that the page must not use yet, or one that the settings do not name.
 */
export type TroubleCause =
  | Exclude<TileVerdict['outcome'], 'picture' | 'vector' | 'tilejson' | 'pmtiles'>
  | 'denied'
  | 'silent'
  | 'network'
  | 'blocked'
  | 'elsewhere';

export interface TileTrouble {
  /** The name of the map. */
  name: string;
  cause: TroubleCause;
  status: number;
  /** The origin that the settings do not name. */
  host?: string | undefined;
}

/** A tile that cannot be shown. */
export class TileError extends Error {
  readonly reason: TroubleCause;
  /** The map engine looks for larger tiles where the status is 404. */
  readonly status: number;
  /** The origin that the settings do not name. */
  readonly host: string | undefined;

  constructor(reason: TroubleCause, status = 0, host?: string) {
    super(`The tile is not available: ${reason} ${status}`);
    this.reason = reason;
    this.status = status;
    this.host = host;
  }
}

/** A configured map, as far as its troubles are concerned. */
export interface TroubledMap {
  name: string;
  /** Without a key there is none to refuse. */
  hasKey: boolean;
}

export function describeTrouble({ name, hasKey }: TroubledMap, error: unknown): TileTrouble {
  const refused = hasKey ? 'refused' : 'denied';
  if (error instanceof TileError) {
    const { reason, status, host } = error;
    return { name, cause: reason === 'refused' ? refused : reason, status, ...(host && { host }) };
  }
  // The reader of PMTiles files says the status in words.
  const status = /response code: (\d{3})/.exec(String(error))?.[1];
  if (status === '401' || status === '403') return { name, cause: refused, status: Number(status) };
  if (status === '404') return { name, cause: 'missing', status: 404 };
  if (status !== undefined) return { name, cause: 'failed', status: Number(status) };
  return {
    name,
    cause: /magic|archive|spec version/i.test(String(error)) ? 'unknown' : 'network',
    status: 0,
  };
}
