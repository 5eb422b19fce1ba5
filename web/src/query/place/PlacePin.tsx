import { EnvironmentFilled } from '@ant-design/icons';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LngLat, MapHandle } from '../../map/map.ts';
import styles from './place.module.css';

interface PlacePinProps {
  map: MapHandle;
  place: LngLat;
  onPick: (position: LngLat) => void;
}

/** Pixels per press of an arrow key, without and with Shift. */
const [step, stride] = [4, 24];
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The pin on a map: dragged, or moved with the arrow keys. */
export function PlacePin({ map, place: [longitude, latitude], onPick }: PlacePinProps) {
  const { t } = useTranslation();
  const pin = useRef<HTMLButtonElement>(null);
  /** The offset from the pointer to the tip of the pin while dragging. */
  const hold = useRef<readonly [number, number]>(undefined);

  const put = ([x, y]: readonly [number, number]) => {
    if (pin.current) pin.current.style.transform = `translate(${x}px, ${y}px)`;
  };
  useEffect(() => {
    const follow = () => put(map.project([longitude, latitude]));
    follow();
    return map.on('move', follow);
  }, [map, longitude, latitude]);

  const tipOf = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const [x, y] = hold.current ?? [0, 0];
    return [clientX + x, clientY + y];
  };
  function take(event: PointerEvent<HTMLButtonElement>): void {
    const [x, y] = map.project([longitude, latitude]);
    hold.current = [x - event.clientX, y - event.clientY];
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function drop(event: PointerEvent): void {
    const position = map.unproject(tipOf(event));
    hold.current = undefined;
    onPick(position);
  }
  function nudge(event: KeyboardEvent): void {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    const far = event.shiftKey ? stride : step;
    const [x, y] = map.project([longitude, latitude]);
    onPick(map.unproject([x + arrow[0] * far, y + arrow[1] * far]));
  }

  return (
    <button
      ref={pin}
      type="button"
      className={styles.pin}
      aria-label={t('site.place.pin', { longitude, latitude })}
      onPointerDown={take}
      onPointerMove={(event) => hold.current && put(tipOf(event))}
      onPointerUp={(event) => hold.current && drop(event)}
      onKeyDown={nudge}
    >
      <EnvironmentFilled aria-hidden />
    </button>
  );
}
