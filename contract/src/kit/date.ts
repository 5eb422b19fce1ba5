import Type from 'typebox';

/** A day as `YYYY-MM-DD`, without a zone. */
export const date = Type.String({ pattern: '^(19|20|21)\\d{2}-\\d{2}-\\d{2}$', problem: 'analysis.day' });
