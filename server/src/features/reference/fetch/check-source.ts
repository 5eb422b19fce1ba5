import { type ErrorKey, fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { referenceSource } from '@limpid/contract/reference/reference-source';
import { defaultZone, isZone } from '@limpid/contract/zone';
import type { StoredRow, WriteValues } from '../../../crud/definition.ts';
import { hasCertificates } from '../../../platform/outbound/certificates.rule.ts';
import { readUrl } from '../../../platform/outbound/target.rule.ts';
import {
  fillPlaceholders,
  findBadPlaceholder,
  findBodyProblem,
  findPlaceholderInHost,
} from '../../../platform/placeholders.rule.ts';
import type { MappedPollutant } from './parse/mapping.rule.ts';
import { unitFactor } from './parse/unit.rule.ts';
import { readPollMinutes } from './schedule.rule.ts';

type Values = WriteValues<typeof referenceSource>;
type Name = keyof typeof referenceSource.fields;

const sampleTime = '2026-01-31 08:00:00';

/** What a source has where nothing is given. */
const defaults = {
  status: '1',
  stationLevel: 'national',
  pollMinutes: '5,15,30',
  method: 'GET',
  apiKeyPlace: 'header',
  zone: defaultZone,
  hourLabel: 'end',
  headers: [],
  pollutants: [],
};

/** Completes a source, and refuses one that could not be asked, or whose answer could not be read. */
export function checkSource(values: Values, before: StoredRow<typeof referenceSource> | undefined): void {
  for (const [name, value] of Object.entries(defaults)) {
    const given = Object(values)[name];
    if (given === null || given === '' || (!before && given === undefined))
      Object.assign(values, { [name]: value });
  }
  const source = { ...before, ...values };
  checkUrl(source.url, 'url');
  if (source.kind === 'openaq' && !new URL(source.url ?? '').pathname.endsWith('/locations'))
    refuse('reference.source_url', 'url');
  if (source.pastUrl) checkPastUrl(source.pastUrl);
  if (source.pastBody) checkPastBody(source.pastBody);
  if (!readPollMinutes(source.pollMinutes ?? '')) refuse('reference.poll_minutes', 'pollMinutes');
  if (!isZone(source.zone ?? '')) refuse('reference.zone', 'zone');
  if (values.caCertificate && !hasCertificates(values.caCertificate))
    refuse('reference.certificate', 'caCertificate');
  if (values.fingerprint) values.fingerprint = readFingerprint(values.fingerprint);
  if (source.kind === 'json') checkMapping(source);
  // Keys that somebody else entered do not go to another server.
  if (before && isMoved(before, source)) {
    if (typeof values.apiKey !== 'string') Object.assign(values, { apiKey: false });
    values.headers = values.headers?.filter(({ value }) => typeof value === 'string') ?? [];
  }
}

type Addresses = Partial<Pick<StoredRow<typeof referenceSource>, 'url' | 'pastUrl'>>;

/** Whether a server is asked that was not asked before, or the newest hour comes from another one. */
function isMoved(before: Addresses, after: Addresses): boolean {
  const [from, to] = [readOrigins(before), readOrigins(after)];
  return to.newest !== from.newest || (to.past !== from.past && to.past !== to.newest);
}

/** The servers that get the key; without an address of their own past hours come from that of the newest one. */
function readOrigins({ url, pastUrl }: Addresses) {
  const newest = new URL(url ?? '').origin;
  const past = pastUrl ? new URL(fillPlaceholders(pastUrl, { time: sampleTime }, 'url')).origin : newest;
  return { newest, past };
}

/** The address is shown and logged; a key has a field of its own. */
const keyName = /pass|pwd|token|secret|(^|[^a-z])key|(api|access|app|auth|sub\w*)-?key/i;

function checkUrl(url: string | null | undefined, name: Name): void {
  if (!url) refuse('field.required', name);
  try {
    readUrl(url, { allowHttp: true });
  } catch {
    // Its own error is about any address; this one is about the field.
    refuse('notify.url', name);
  }
  if ([...new URL(url).searchParams.keys()].some((parameter) => keyName.test(parameter)))
    refuse('reference.key_in_address', name);
}

function checkPastUrl(url: string): void {
  const position = findBadPlaceholder(url, ['time']) ?? findPlaceholderInHost(url);
  if (position !== undefined) refuse('reference.placeholder', 'pastUrl', { position });
  checkUrl(fillPlaceholders(url, { time: sampleTime }, 'url'), 'pastUrl');
}

function checkPastBody(body: string): void {
  const escape = body.trimStart().startsWith('{') ? 'json' : 'form';
  const position = findBodyProblem(body, { names: ['time'], numbers: [], escape });
  if (position !== undefined) refuse('reference.placeholder', 'pastBody', { position });
}

/** Pairs of digits with colons, as browsers show it. */
function readFingerprint(text: string): string {
  const digits = text.replace(/^.*=/, '').replaceAll(/[\s:]/g, '').toUpperCase();
  if (!/^[0-9A-F]{64}$/.test(digits)) refuse('reference.fingerprint', 'fingerprint');
  return digits.replaceAll(/..(?=.)/g, '$&:');
}

const signs = { pm25: 'PM2.5', pm10: 'PM10', so2: 'SO2', no2: 'NO2', o3: 'O3', co: 'CO' } as const;

const pathFields = [
  'rowsPath',
  'codeField',
  'nameField',
  'cityField',
  'provinceField',
  'longitudeField',
  'latitudeField',
  'timeField',
] as const;

function checkMapping(source: Omit<Values, 'apiKey'>): void {
  for (const name of ['codeField', 'timeField'] as const)
    if (!source[name]?.trim()) refuse('field.required', name);
  for (const name of pathFields) if (!isPath(source[name] ?? '')) refuse('reference.path', name);
  if (Boolean(source.longitudeField) !== Boolean(source.latitudeField))
    refuse('coordinate.pair', 'longitudeField');
  // The schema of the resource has checked the parts.
  const pollutants = (source.pollutants ?? []) as unknown as readonly MappedPollutant[];
  const names = new Set(pollutants.map(({ pollutant }) => pollutant));
  if (pollutants.length === 0 || names.size < pollutants.length) refuse('reference.mapping', 'pollutants');
  for (const { pollutant, field, unit } of pollutants) {
    if (!isPath(field)) refuse('reference.path', 'pollutants');
    if (unitFactor(pollutant, unit) === undefined)
      refuse('reference.unit', 'pollutants', { pollutant: signs[pollutant], unit });
  }
}

/** Names joined by dots; nothing at all is the document itself. */
const isPath = (path: string) => path.trim() === '' || path.split('.').every((part) => part.trim() !== '');

function refuse(key: ErrorKey, name: Name, params = {}): never {
  return fail(key, { label: fieldLabel(referenceSource, name), ...params }, name);
}
