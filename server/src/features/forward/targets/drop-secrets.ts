import { canonicalHost } from '../../../platform/outbound/address-policy.rule.ts';
import { readReceiver } from './check-receiver.ts';
import type { StoredTarget, TargetValues } from './target-row.ts';

interface Receiver {
  protocol: string;
  address: string;
}

/** A secret that somebody else entered does not go to another receiver, and a key of SM4 only belongs to HJ 212-2025. */
export function dropSecrets(values: TargetValues, before: StoredTarget | undefined, after: Receiver): void {
  if (!before) return;
  const isMoved = identify(before) !== identify(after);
  for (const name of ['password', 'sm4Key', 'headerValue'] as const) {
    const isForeign = name === 'sm4Key' && after.protocol !== 'hj212-2025';
    if ((isMoved || isForeign) && typeof values[name] !== 'string') Object.assign(values, { [name]: false });
  }
  if (!isMoved) return;
  const given = values.sites;
  // Stored passwords are sealed; given ones are text.
  values.sites = (given ?? before.sites).map((site) => ({
    ...site,
    password: given && typeof site.password === 'string' ? site.password : false,
  }));
}

function identify({ protocol, address }: Receiver): string {
  const { host, port } = readReceiver({ protocol, address });
  return `${canonicalHost(host)} ${port} ${protocol.startsWith('hj212') ? 'hj212' : protocol}`;
}
