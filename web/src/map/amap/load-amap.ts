import { MapError } from '../map.ts';
import type { Amap } from './amap-api.ts';

export const loadTimeoutMs = 4000;
const address = 'https://webapi.amap.com/maps';
const callback = 'limpidAmapReady';

let loading: Promise<Amap> | undefined;

/** Loads the vendor's script once; after a failure the next call tries again. */
export function loadAmap({ key, code }: { key: string; code: string }, from = address): Promise<Amap> {
  loading ??= fetchScript(key, code, from).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function fetchScript(key: string, code: string, from: string): Promise<Amap> {
  // The script reads this setting when it starts.
  window._AMapSecurityConfig = { securityJsCode: code };
  const script = document.createElement('script');
  script.src = `${from}?${new URLSearchParams({ v: '2.0', key, callback })}`;
  return new Promise<Amap>((done, failed) => {
    const fail = () => {
      script.remove();
      failed(new MapError('network'));
    };
    const timer = setTimeout(fail, loadTimeoutMs);
    const ready = () => {
      clearTimeout(timer);
      if (window.AMap) done(window.AMap);
      else fail();
    };
    Object.assign(window, { [callback]: ready });
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    document.head.append(script);
  });
}
