import type { App } from '../../platform/app.ts';
import type { ReadingSource } from '../ingest/ingest.api.ts';
import { addCalendar } from './calendar.feature.ts';
import { addCompleteness } from './completeness.feature.ts';
import { addRanking } from './ranking.feature.ts';

/** Questions about many measurements at once. */
export function addAnalysis(app: App, source: ReadingSource): void {
  addRanking(app, source);
  addCalendar(app, source);
  addCompleteness(app);
}
