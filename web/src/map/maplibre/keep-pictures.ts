import type { Map as MapLibre } from 'maplibre-gl';
import { paintMarker, readLook } from '../marker-picture.ts';

const mostPictures = 2000;

/**
 * The pixels of a picture for one of the page, no more than the screen shows: every change uploads the pictures of all
 * markers in view. Scaled markers need more.
 */
const findPixelRatio = (scale: number) => (scale === 1 ? Math.min(2, Math.ceil(devicePixelRatio)) : 2);

interface KeptPictures {
  /** Drops all pictures when there are too many. */
  forgetOld: () => void;
  setScale: (scale: number) => void;
}

/** Draws images of markers on demand, and anew when their size or the screen changes. */
export function keepPictures(map: MapLibre, firstScale: number): KeptPictures {
  const imageNames = new Set<string>();
  let scale = firstScale;
  let pixelRatio = findPixelRatio(scale);
  const forget = () => {
    for (const name of imageNames) map.removeImage(name);
    imageNames.clear();
  };
  const follow = () => {
    if (findPixelRatio(scale) === pixelRatio) return;
    pixelRatio = findPixelRatio(scale);
    forget();
  };
  map.setMissingStyleImageResolver((name) => {
    if (map.hasImage(name)) return;
    imageNames.add(name);
    map.addImage(name, paintMarker(readLook(name), pixelRatio), { pixelRatio });
  });
  // The zoom of the browser, or a window moved to another screen.
  map.on('resize', follow);
  return {
    forgetOld() {
      if (imageNames.size > mostPictures) forget();
    },
    setScale(newScale) {
      scale = newScale;
      follow();
    },
  };
}
