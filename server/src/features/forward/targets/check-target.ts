import { type ErrorKey, fail } from '@limpid/contract/errors';
import { forwardTarget } from '@limpid/contract/forward/target';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { findAddressProblem, maxAddresses, splitAddresses } from '@limpid/contract/site/forward-address';
import { framePasswordPattern } from '@limpid/contract/site/site';
import { isZone } from '@limpid/contract/zone';
import type { Writer } from '../../../crud/definition.ts';
import { hasCertificates } from '../../../platform/outbound/certificates.rule.ts';
import { isEntityInScope } from '../../site/site.api.ts';
import { checkReceiver, type Network } from './check-receiver.ts';
import { checkFactors, checkSites } from './check-target-parts.ts';
import { dropSecrets } from './drop-secrets.ts';
import { lockTargets } from './target.store.ts';
import type { StoredTarget, TargetValues } from './target-row.ts';

type Name = keyof typeof forwardTarget.fields;

const kinds = ['sendsRealtime', 'sendsMinutes', 'sendsHours', 'sendsDays'] as const;

/** Refuses a target that nothing could be sent to, or that reaches further than the person who saves it. */
export async function checkTarget(
  values: TargetValues,
  writer: Writer,
  before: StoredTarget | undefined,
  network: Network,
): Promise<void> {
  if (before && isOnlyPaused(values)) return;
  fillDefaults(values);
  const target = { ...before, ...values };
  const { entityId } = target;
  if (typeof entityId !== 'number' || !(await isEntityInScope(writer.db, writer.scope, entityId)))
    fail('scope.denied', {}, 'entityId');
  const protocol = String(target.protocol);
  const address = String(target.address).trim();
  if (typeof values.address === 'string') values.address = address;
  if (before?.simulated) keepReceiver(before, { protocol, address });
  checkAddress(protocol, address);
  checkSettings(protocol, target, values);
  const others = (await lockTargets(writer.db, entityId)).filter(
    ({ targetId }) => targetId !== before?.targetId,
  );
  if (others.length >= maxAddresses) fail('entity.forward_many', { limit: maxAddresses }, 'address');
  if (others.some((other) => other.address.toLowerCase() === address.toLowerCase()))
    fail('entity.forward_twice', { address }, 'address');
  await checkFactors(writer, values, before);
  await checkSites(writer, entityId, values, before);
  // Only the process that runs the demonstration may connect to its receiver.
  if (!before?.simulated) await checkReceiver({ protocol, address }, network, 'address');
  dropSecrets(values, before, { protocol, address });
}

/** Whoever pauses a target does not have to mend it first. */
function isOnlyPaused(values: TargetValues): boolean {
  return values.status === '1' && Object.keys(values).every((name) => name === 'status');
}

/** What simulated sites report stays on this machine. */
function keepReceiver(before: StoredTarget, after: { protocol: string; address: string }): void {
  for (const name of ['protocol', 'address'] as const)
    if (before[name] !== after[name]) refuse('forward.simulated', name);
}

/** Fields with a default cannot be emptied. */
function fillDefaults(values: TargetValues): void {
  for (const [name, field] of Object.entries(forwardTarget.fields)) {
    const given: unknown = Reflect.get(values, name);
    if ('default' in field && (given === null || given === ''))
      Object.assign(values, { [name]: field.default });
    if (field.kind === 'parts' && given === null) Object.assign(values, { [name]: [] });
  }
}

function checkAddress(protocol: string, address: string): void {
  const problem = findAddressProblem(address, protocol);
  if (problem) refuse(problem.key, 'address', { address: problem.address, limit: maxAddresses });
  if (splitAddresses(address).length > 1) refuse('forward.several_addresses', 'address');
}

type Target = Omit<TargetValues, 'password' | 'sm4Key' | 'headerValue'> & Partial<Record<Name, unknown>>;

function checkSettings(protocol: string, target: Target, given: TargetValues): void {
  if (!kinds.some((kind) => target[kind])) refuse('forward.kinds', 'sendsRealtime');
  const { zone, topic, caCertificate } = target;
  if (!isZone(String(zone))) refuse('entity.zone', 'zone', { zone: String(zone) });
  if (protocol === 'mqtt') {
    if (!topic) refuse('field.required', 'topic');
    if (/[+#\0]/.test(topic)) refuse('forward.topic', 'topic');
  }
  if (protocol.startsWith('hj212') && typeof given.password === 'string') {
    if (!new RegExp(framePasswordPattern).test(given.password)) refuse('forward.password', 'password');
  }
  if (typeof given.sm4Key === 'string' && protocol !== 'hj212-2025') refuse('forward.sm4_protocol', 'sm4Key');
  if (protocol === 'json' && hasSecret(given.headerValue, target.headerValue) && !target.headerName)
    refuse('field.required', 'headerName');
  if (given.caCertificate && caCertificate && !hasCertificates(caCertificate))
    refuse('reference.certificate', 'caCertificate');
}

function hasSecret(given: unknown, merged: unknown): boolean {
  return typeof given === 'string' || (given !== false && typeof merged === 'string');
}

function refuse(key: ErrorKey, name: Name, params: Record<string, string | number> = {}): never {
  return fail(key, { label: fieldLabel(forwardTarget, name), ...params }, name);
}
