import type { App } from '../../platform/app.ts';
import type { ReadingSource } from '../reading/reading.api.ts';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import { addCalendar } from './calendar/calendar.feature.ts';
import { addCompleteness } from './completeness.feature.ts';
import { addContrast } from './contrast/contrast.feature.ts';
import type { PublishedHours } from './contrast/contrast-members.ts';
import { addDistribution } from './distribution/distribution.feature.ts';
import { addRanking } from './ranking/ranking.feature.ts';
import { addRankingTable } from './ranking/ranking-table.feature.ts';
import { addRoses } from './roses/rose.feature.ts';
import { addPollutionTrend } from './trend/pollution-trend.feature.ts';
import { addUnusual } from './unusual/unusual.feature.ts';

interface Services {
  readings: ReadingSource;
  airHours: AirHourSource;
  references: PublishedHours;
}

/** Ranking, calendar, completeness, roses, contrasts, distributions, pollution trends and unusual sites. */
export function addAnalysis(app: App, services: Services): void {
  const { readings: source, airHours: air } = services;
  addRanking(app, source, air);
  addRankingTable(app, source, air);
  addCalendar(app, source, air);
  addCompleteness(app);
  addRoses(app, source, air);
  addContrast(app, services);
  addDistribution(app, source, air);
  addPollutionTrend(app, source, air);
  addUnusual(app);
}
