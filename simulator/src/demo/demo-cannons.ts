/** A fog cannon of the demonstration, on one relay of its board. */
export interface DemoCannon {
  name: string;
  /** The site beside which it stands. */
  site: string;
  /** Degrees from the site. */
  east: number;
  north: number;
  model: string;
  /** Litres a minute. */
  flowRate: number;
  /** Metres. */
  reach: number;
  jog: 'Y' | 'N';
  jogSeconds: number;
  /** Whether the relay board ends a jog by itself. */
  isSelfTimed: boolean;
}

/** In the order of their relays; each stands at a construction site. */
export const demoCannons: readonly DemoCannon[] = [
  {
    name: '丽泽东门 1 号雾炮',
    site: '丽泽商务区三期东门',
    east: 0.0006,
    north: 0.0004,
    model: 'WP-60',
    flowRate: 80,
    reach: 60,
    jog: 'Y',
    jogSeconds: 45,
    isSelfTimed: true,
  },
  {
    name: '通州北苑 1 号雾炮',
    site: '通州北苑枢纽一标段',
    east: -0.0005,
    north: 0.0005,
    model: 'WP-100',
    flowRate: 150,
    reach: 100,
    jog: 'N',
    jogSeconds: 30,
    isSelfTimed: false,
  },
  {
    name: 'Canon Gerland sud',
    site: 'Chantier Gerland – porte sud',
    east: 0.0006,
    north: -0.0003,
    model: 'V12',
    flowRate: 60,
    reach: 50,
    jog: 'Y',
    jogSeconds: 30,
    isSelfTimed: true,
  },
];
