/**
 * The areas of texts that the shell and the home screens show. Their texts come first, in one chunk; those of all other areas
 * arrive with the first other screen.
 */
export const homeAreas: readonly string[] = [
  'advice',
  'alarm',
  'data',
  'device',
  'errors',
  'fogcannon',
  'ingest',
  'kit',
  'live',
  'map',
  'quality',
  'site',
];
