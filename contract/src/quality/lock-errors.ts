/** The errors of locked months, part of `errorCodes`. */
export const lockErrors = {
  'lock.already': 500,
  'lock.entity': 601,
  'lock.month_locked': 500,
  'lock.no_sites': 500,
  'lock.not_ended': 500,
  'lock.pending': 500,
  'lock.site': 601,
} as const;
