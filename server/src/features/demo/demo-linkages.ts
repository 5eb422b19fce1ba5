interface DemoLinkage {
  /** The same for all languages. */
  name: string;
  cannons: readonly string[];
  isDryRun: boolean;
  threshold: number;
  deadBand: number;
  maxRunMinutes: number;
  minPauseSeconds: number;
  maxWind?: number;
  minTemperature?: number;
}

/** Rules about PM10 at the cannons of the demo; the cannons of a rule belong to one entity. */
export const demoLinkages: readonly DemoLinkage[] = [
  {
    name: 'PM10 > 150 µg/m³ · 丽泽、通州',
    cannons: ['丽泽东门 1 号雾炮', '通州北苑 1 号雾炮'],
    isDryRun: false,
    threshold: 150,
    deadBand: 30,
    maxRunMinutes: 10,
    minPauseSeconds: 60,
  },
  {
    name: 'PM10 > 150 µg/m³ · Gerland',
    cannons: ['Canon Gerland sud'],
    isDryRun: false,
    threshold: 150,
    deadBand: 30,
    maxRunMinutes: 10,
    minPauseSeconds: 60,
  },
  {
    name: '试运行 Dry run: PM10 > 120 µg/m³',
    cannons: ['丽泽东门 1 号雾炮', '通州北苑 1 号雾炮'],
    isDryRun: true,
    threshold: 120,
    deadBand: 20,
    maxRunMinutes: 5,
    minPauseSeconds: 300,
    maxWind: 8,
    minTemperature: 2,
  },
];
