import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { demoLayers, type MapView, readView, wholeView, writeView } from './map-view.ts';

const spelled = (address: URLSearchParams) => address.toString();

/**
 * The view, and how to change a part of it. The address follows the view a moment later; navigating to another address changes
 * the view. Changes replace the history entry instead of adding one.
 */
export function useMapView(isDemo: boolean): [MapView, (part: Partial<MapView>) => void] {
  const [address, setAddress] = useSearchParams();
  // A site that is added to the demonstration does not change the layers of an open map.
  const [first] = useState(isDemo ? demoLayers : wholeView);
  const [view, setView] = useState(() => readView(address, first));
  const [written, setWritten] = useState('');
  const [seen, setSeen] = useState(address);
  if (address !== seen) {
    setSeen(address);
    const current = new URLSearchParams(location.search);
    const isOurs = spelled(address) === written;
    // Ignores an address that has been replaced in the meantime.
    if (!isOurs && spelled(address) === spelled(current)) setView(readView(address, first));
  }
  function change(part: Partial<MapView>): void {
    const current = new URLSearchParams(location.search);
    const next = { ...readView(current, first), ...part };
    const text = writeView(next, current, first);
    setView((old) => ({ ...old, ...part }));
    if (spelled(text) === spelled(current)) return;
    setWritten(spelled(text));
    setAddress(text, { replace: true });
  }
  return [view, change];
}
