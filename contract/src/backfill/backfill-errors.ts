/** The errors of requests for missing data, part of `errorCodes`. */
export const backfillErrors = {
  'backfill.device_type': 500,
  'backfill.nothing': 500,
  'backfill.offline': 500,
  'backfill.protocol': 500,
  'backfill.requests': 500,
  'backfill.stopped': 500,
} as const;
