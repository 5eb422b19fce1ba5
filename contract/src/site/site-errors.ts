/** The errors of sites, part of `errorCodes`. */
export const siteErrors = {
  'site.coefficient_command': 500,
  'site.coefficient_import': 500,
  'site.coefficient_twice': 500,
  'site.coefficient_write': 500,
  'site.mn_taken': 500,
  'site.password_needed': 500,
  'site.reference_simulated': 500,
  'site.reference_station': 500,
  'site.sm4_key_needed': 500,
} as const;
