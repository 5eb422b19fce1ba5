import { listMappedCannons, type MappedCannon } from '@limpid/contract/fogcannon/cannon-order';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { LngLat, MapHandle } from '../../../map/map.ts';
import { useCannonChanges } from '../../../query/cannons/use-cannon-changes.ts';
import styles from './cannon-layer.module.css';
import { isInBounds, reachPixels } from './reach.ts';

/** Loaded with the first cannon that somebody chooses: the map does without its components. */
const CannonCard = lazy(async () => {
  const { CannonCard: card } = await import('./CannonCard.tsx');
  return { default: card };
});

/** From this zoom on cannons are drawn: further out they would hide the sites beside them. */
const leastZoom = 10;
/** Named where there is room for names. */
const namedZoom = 13;

/** Fog cannons on the map with their reach and state; the chosen one has a card to switch it. */
export function CannonLayer({ map }: { map: MapHandle }) {
  useCannonChanges();
  const [chosenId, choose] = useState<number>();
  const { data: cannons = [] } = useQuery({
    queryKey: [listMappedCannons.path],
    queryFn: ({ signal }) => call(listMappedCannons, { signal, quiet: true }),
  });
  const view = useMapMoves(map);
  const seen =
    view.zoom < leastZoom ? [] : cannons.filter((cannon) => isInBounds(placeOf(cannon), view.bounds));
  const chosen = cannons.find(({ cannonId }) => cannonId === chosenId);
  return (
    <>
      <div className={styles.layer}>
        {seen.map((cannon) => (
          <CannonMarker
            key={cannon.cannonId}
            {...{ map, cannon }}
            isNamed={view.zoom >= namedZoom}
            isChosen={cannon === chosen}
            onChoose={() => choose(cannon === chosen ? undefined : cannon.cannonId)}
          />
        ))}
      </div>
      {chosen && (
        <Suspense>
          <CannonCard cannon={chosen} onClose={() => choose(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const placeOf = ({ longitude, latitude }: MappedCannon): LngLat => [longitude, latitude];

/** Zoom and bounds after every movement. */
function useMapMoves(map: MapHandle) {
  const read = () => ({ zoom: map.getView().zoom, bounds: map.getBounds() });
  const [view, setView] = useState(read);
  useEffect(
    () => map.on('moveEnd', () => setView({ zoom: map.getView().zoom, bounds: map.getBounds() })),
    [map],
  );
  return view;
}

interface CannonMarkerProps {
  map: MapHandle;
  cannon: MappedCannon;
  isNamed: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function CannonMarker({ map, cannon, isNamed, isChosen, onChoose }: CannonMarkerProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { longitude, latitude, reach, switchState } = cannon;
  useEffect(() => {
    const follow = () => {
      const element = box.current;
      if (!element) return;
      const [x, y] = map.project([longitude, latitude]);
      element.style.transform = `translate(${x}px, ${y}px)`;
      element.style.setProperty('--reach', `${reachPixels(reach ?? 0, latitude, map.getView().zoom)}px`);
    };
    follow();
    return map.on('move', follow);
  }, [map, longitude, latitude, reach]);
  const state = t(`fogcannon.cannon.fields.switchState_${switchState}`);
  return (
    <div ref={box} className={styles.place}>
      <span aria-hidden className={styles.reach} data-state={switchState} />
      <button
        type="button"
        className={styles.marker}
        data-state={switchState}
        aria-label={`${cannon.cannonName} · ${state}`}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <CannonPicture />
      </button>
      {isNamed && (
        <span aria-hidden className={styles.name}>
          {cannon.cannonName}
        </span>
      )}
    </div>
  );
}

/** A nozzle and its spray. */
function CannonPicture() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden width="18" height="18">
      <path
        d="M4 19h8M8 19v-5M4.5 8.5l7 4.5-2 3-7-4.5z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <path
        d="M14 10l6-5M14.5 12.5l7-2M13 8l3-6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeDasharray="2 2.4"
      />
    </svg>
  );
}
