import type { ReactNode } from 'react';
import styles from './rose.module.css';

interface RoseFrameProps {
  label: string;
  /** Radii of the rings in the units of the picture, with their texts. */
  rings: readonly { radius: number; text: string }[];
  /** North, east, south and west in the language of the page. */
  compass: readonly string[];
  /** The direction in which the texts of the rings stand, in degrees. */
  scaleDirection: number;
  children: ReactNode;
}

/** The rim of a rose in the units of its picture. */
export const rimRadius = 150;
const space = 28;
const half = rimRadius + space;

/** Rings, compass and scale below the data of a rose. */
export function RoseFrame({ label, rings, compass, scaleDirection, children }: RoseFrameProps) {
  const angle = (scaleDirection * Math.PI) / 180;
  const [north = '', east = '', south = '', west = ''] = compass;
  const ends: [string, number, number][] = [
    [north, 0, -rimRadius - 10],
    [east, rimRadius + 12, 4],
    [south, 0, rimRadius + 18],
    [west, -rimRadius - 12, 4],
  ];
  return (
    <svg viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`} className={styles.rose} aria-label={label}>
      {rings.map(({ radius }) => (
        <circle key={radius} r={radius} className={styles.ring} />
      ))}
      <path d={`M0 ${-rimRadius}V${rimRadius}M${-rimRadius} 0H${rimRadius}`} className={styles.ring} />
      {children}
      {ends.map(([text, x, y]) => (
        <text key={text} x={x} y={y} className={styles.compass}>
          {text}
        </text>
      ))}
      {rings.map(({ radius, text }) => (
        <text
          key={radius}
          x={radius * Math.sin(angle)}
          y={-radius * Math.cos(angle) + 4}
          className={styles.scale}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}
