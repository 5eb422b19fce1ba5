/** Why a data rule is refused. */
export const dataRuleErrors = {
  'data_rule.basis': 500,
  'data_rule.channel': 500,
  'data_rule.flat_span': 500,
  'data_rule.no_comparison': 500,
  'data_rule.no_limit': 500,
  'data_rule.order': 500,
  'data_rule.same_channel': 500,
  'data_rule.span': 500,
  'data_rule.station': 500,
  'data_rule.station_simulated': 500,
  'data_rule.station_site': 500,
} as const;
