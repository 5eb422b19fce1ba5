import type { IndexPollutant } from '@limpid/aqi/pollutant';
import type { OpenedSubject } from '../facts/open-source.ts';
import type { OwnFacts } from '../facts/own-facts.ts';
import type { DayFacts } from '../facts/report-facts.ts';
import type { Words } from './words.ts';

/** Everything that the sections of a document are made of. */
export interface DocumentContext {
  words: Words;
  subject: OpenedSubject;
  facts: DayFacts;
  /** Null for a city: it has reference stations only. */
  own: OwnFacts | null;
  /** The pollutants that a site or a station of the report measures, in the order of the index. */
  pollutants: readonly IndexPollutant[];
}
