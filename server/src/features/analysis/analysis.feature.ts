import type { App } from '../../platform/app.ts';
import type { AirHourSource, ReadingSource } from '../ingest/ingest.api.ts';
import { addCalendar } from './calendar.feature.ts';
import { addCompleteness } from './completeness.feature.ts';
import { addRanking } from './ranking.feature.ts';

/** Questions about many measurements at once. */
export function addAnalysis(app: App, source: ReadingSource, air: AirHourSource): void {
  addRanking(app, source, air);
  addCalendar(app, source, air);
  addCompleteness(app);
}
