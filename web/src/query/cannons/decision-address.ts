/** What the decision log can be limited to by its address; times are those of the wire. */
export interface DecisionFilter {
  cannonId?: number;
  ruleId?: number;
  from?: string;
  to?: string;
}

/** The address of the decisions about a cannon, of a rule, or of a time. */
export function decisionAddress(filter: DecisionFilter): string {
  const entries = Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]);
  return `/fog/decision?${new URLSearchParams(entries)}`;
}

/** Reads what `decisionAddress` has written; anything else is left out. */
export function readDecisionFilter(address: URLSearchParams): DecisionFilter {
  const [cannonId, ruleId] = ['cannonId', 'ruleId'].map((name) => Number(address.get(name)));
  const [from, to] = ['from', 'to'].map((name) => address.get(name));
  return {
    ...(cannonId && { cannonId }),
    ...(ruleId && { ruleId }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
