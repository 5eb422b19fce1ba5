/** What sources of reference data refuse; the code of each envelope as in `errors.ts`. */
export const referenceErrors = {
  'reference.certificate': 500,
  'reference.fetching': 500,
  'reference.fingerprint': 500,
  'reference.key_in_address': 500,
  'reference.mapping': 500,
  'reference.path': 500,
  'reference.placeholder': 500,
  'reference.poll_minutes': 500,
  'reference.retention_days': 500,
  'reference.source_in_use': 500,
  'reference.source_url': 500,
  'reference.unit': 500,
  'reference.zone': 500,
} as const;
