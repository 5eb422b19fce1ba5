/** Errors of calibration, with the codes of their envelopes. */
export const calibrationErrors = {
  'calibration.channel': 500,
  'calibration.decided': 500,
  'calibration.disabled': 601,
  'calibration.many_references': 500,
  'calibration.many_sites': 500,
  'calibration.min_pairs': 500,
  'calibration.newer_run': 500,
  'calibration.no_channels': 500,
  'calibration.no_reference_sites': 500,
  'calibration.no_sites': 500,
  'calibration.rain': 500,
  'calibration.reference_self': 500,
  'calibration.run_gone': 500,
  'calibration.running': 601,
  'calibration.source_network': 500,
} as const;
