import { isOwnPreset, type PresetId, presetOf } from '@limpid/contract/map/map-presets';
import { plainTilesId, type TileProvider } from '@limpid/contract/map/tile-providers';

/** A provider with everything that its preset knows. The first address of one's own is that of `MAP_TILES`. */
export function newProvider(preset: PresetId, name: string, used: readonly string[]): TileProvider {
  const { tiles, labels, minZoom, maxZoom, crs, credit } = presetOf(preset);
  const wanted = isOwnPreset(preset) && !used.includes(plainTilesId) ? plainTilesId : preset;
  const numbered = [wanted, ...Array.from({ length: 30 }, (_, at) => `${preset}-${at + 2}`)];
  const id = numbered.find((one) => !used.includes(one)) ?? preset;
  return { id, name, preset, tiles: tiles ? [tiles] : [], labels, key: '', minZoom, maxZoom, crs, credit };
}

/** The host of a provider, or the path of a file on this server. */
export function hostOf(address: string): string {
  const url = URL.parse(address.replace(/\{[^}]*\}/g, '0'), location.href);
  if (!url) return address;
  return url.origin === location.origin ? url.pathname : url.host;
}
