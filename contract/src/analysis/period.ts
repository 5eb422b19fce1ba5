import Type from 'typebox';

/** A date means that day, a month all of its days. */
export const dateOrMonth = Type.String({
  pattern: '^(19|20|21)\\d{2}-\\d{2}(-\\d{2})?$',
  problem: 'analysis.date',
});

export const monthOrYear = Type.String({
  pattern: '^(19|20|21)\\d{2}(-(0[1-9]|1[0-2]))?$',
  problem: 'analysis.period',
});

/** Days of a site follow its own zone, so a request has dates and not moments. */
export interface Dates {
  from: string;
  to?: string | undefined;
}
