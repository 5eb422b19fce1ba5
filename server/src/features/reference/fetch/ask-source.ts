import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { offsetAt } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { parseJson } from '../../../platform/json.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { OutboundResponse } from '../../../platform/outbound/request.ts';
import { type Escape, fillPlaceholders } from '../../../platform/placeholders.rule.ts';
import { isSealed, type Secrets } from '../../../platform/secrets.ts';
import { formatWallClock } from '../../../platform/sheets/dates.ts';
import { decodeBody } from './parse/decode-body.rule.ts';
import { makeMapping } from './parse/mapping.rule.ts';
import { hasNextPage, type OpenAqSensor, parseLocations, parseSensorHours } from './parse/openaq.ts';
import { parsePublication } from './parse/parse-publication.ts';
import { mergeRows, type Parsed } from './parse/published-row.ts';
import { countSkip, type ProblemReason, type Skips, SourceProblem } from './parse/source-problem.ts';
import type { StoredSource } from './source.store.ts';

/** The network's answer for all stations has about 2 MB. */
const maxBytes = 30 * 1024 * 1024;
/** Between two requests to one source. */
const spacingMs = 1500;
export const pastHours = 24;
export const longestRunMs = 10 * MINUTE_MS;
const defaultPrefix = 'OPENAQ-';
/** Each sensor is a request of its own. */
const maxSensors = 100;
/** Pages of locations: of many locations few have sensors of these pollutants. */
const maxPages = 20;

interface Request {
  url: string;
  method: 'GET' | 'POST';
  body: string;
}

interface Deps extends Pick<App, 'outbound' | 'clock' | 'secrets'> {
  readLevel(cell: unknown): unknown;
}

type Ask = (request: Request) => Promise<unknown>;

/** Asks one source; requests are never closer together than `spacingMs`. */
export function openSource(deps: Deps, source: StoredSource, signal: AbortSignal) {
  const { clock, readLevel } = deps;
  const ask = openAsk(deps, source, signal);
  const mapping = {
    ...makeMapping(source),
    ...(source.missing && { missing: source.missing.split(',').map((one) => one.trim()) }),
  };
  const parse = (document: unknown): Parsed => {
    const options = { now: clock.now().getTime(), codePrefix: source.codePrefix ?? '', readLevel };
    return parsePublication(document, mapping, options);
  };
  return {
    /** What the source says now; OpenAQ says the last day. `isTrial` asks no more than needed to judge it. */
    async readNewest(isTrial = false): Promise<Parsed> {
      const parsed =
        source.kind === 'openaq'
          ? await readSensors(ask, source, { now: clock.now().getTime(), most: isTrial ? 1 : maxSensors })
          : parse(await ask(newestRequest(source)));
      if (parsed.read === 0) throw new SourceProblem('empty');
      if (parsed.skips.get('old') === parsed.read) throw new SourceProblem('old');
      return parsed;
    },
    hasPast: hasPastRequests(source),
    /** The hour that was released at this moment; hours that the source never published are empty. */
    async readPast(releasedAt: number): Promise<Parsed> {
      const label = mapping.hourLabel === 'end' ? releasedAt : releasedAt - HOUR_MS;
      const time = formatWallClock(new Date(label + offsetAt(label, mapping.zone)));
      try {
        return parse(await ask(pastRequest(source, time)));
      } catch (error) {
        if (!(error instanceof SourceProblem) || error.reason !== 'empty') throw error;
        return { rows: [], read: 0, skips: new Map() };
      }
    },
  };
}

/** Whether past hours are asked for one by one. */
function hasPastRequests({ kind, pastUrl }: StoredSource): boolean {
  return kind === 'cnemc' || Boolean(pastUrl);
}

/** Whether a later fetch brings hours before the newest one; OpenAQ answers them together with it. */
export const hasPastHours = (source: StoredSource) => source.kind === 'openaq' || hasPastRequests(source);

/** Sends requests one after the other, with the key, the headers and the certificate of the source. */
function openAsk({ outbound, clock, secrets }: Deps, source: StoredSource, signal: AbortSignal): Ask {
  const { headers, keyQuery } = composeKey(source, secrets);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  // Nothing waits for it between two requests.
  aborted.catch(() => undefined);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  let isFirst = true;
  return async ({ url, method, body }) => {
    if (!isFirst) await Promise.race([clock.pause(spacingMs), aborted]);
    isFirst = false;
    signal.throwIfAborted();
    const address = new URL(url);
    for (const [name, value] of Object.entries(keyQuery)) address.searchParams.set(name, value);
    const request = outbound
      .request({
        url: address.href,
        policy: 'private',
        allowHttp: true,
        method,
        body,
        headers: { accept: 'application/json', ...contentType(method, body), ...headers },
        // Thousands of stations take longer than a message.
        timeoutMs: 2 * outbound.timeoutMs,
        maxBytes,
        ca: source.caCertificate?.trim() || undefined,
        fingerprint: source.fingerprint?.trim() || undefined,
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundError ? describeOutbound(error) : error;
      });
    return readDocument(await Promise.race([request, aborted]));
  };
}

function readDocument({ status, bytes, headers }: OutboundResponse): unknown {
  if (status !== 200) throw new SourceProblem('status', String(status));
  if (bytes.length === 0) throw new SourceProblem('empty');
  const text = decodeBody(bytes, headers['content-type']);
  if (text === undefined) throw new SourceProblem('charset', headers['content-type'] ?? '');
  const document = parseJson(text.replace(/^\uFEFF/, ''));
  if (document === null) throw new SourceProblem('empty');
  return document ?? fail('json', text.slice(0, 60));
}

/** The sensors of OpenAQ's locations, page by page until there are more than can be asked. */
async function listSensors(ask: Ask, { url, codePrefix }: StoredSource, most: number) {
  const found: OpenAqSensor[] = [];
  // Whoever names a page wants that one.
  const isPaged = !new URL(url).searchParams.has('page');
  for (let page = 1; ; page++) {
    const address = new URL(url);
    if (page > 1) address.searchParams.set('page', String(page));
    const document = await ask(get(address.href));
    found.push(...parseLocations(document, codePrefix || defaultPrefix));
    if (!isPaged || found.length > most || page === maxPages || !hasNextPage(document)) return found;
  }
}

/** The hours of the last day of every sensor of OpenAQ, each by a request; sensors that fail are counted, unless all do. */
async function readSensors(
  ask: Ask,
  source: StoredSource,
  { now, most }: { now: number; most: number },
): Promise<Parsed> {
  const deadline = performance.now() + longestRunMs;
  const found = await listSensors(ask, source, most);
  const skips: Skips = new Map();
  if (found.length > most) countSkip(skips, 'otherSensor', found.length - most);
  const pages: Parsed[] = [];
  let problem: SourceProblem | undefined;
  for (const sensor of found.slice(0, most)) {
    // Sensors that each let the request time out take longer than the claim.
    if (performance.now() > deadline) throw problem ?? new SourceProblem('timeout');
    const address = new URL(`sensors/${sensor.sensorId}/hours`, source.url);
    address.searchParams.set('datetime_from', new Date(now - pastHours * HOUR_MS).toISOString());
    address.searchParams.set('datetime_to', new Date(now).toISOString());
    address.searchParams.set('limit', '100');
    try {
      pages.push(parseSensorHours(await ask(get(address.href)), sensor, now));
    } catch (error) {
      if (!(error instanceof SourceProblem) || error.endsFetch) throw error;
      countSkip(skips, 'failedSensor');
      problem ??= error;
    }
  }
  if (problem && pages.length === 0) throw problem;
  for (const page of pages) for (const [reason, count] of page.skips) countSkip(skips, reason, count);
  return {
    rows: mergeRows(pages.flatMap(({ rows }) => rows)),
    read: pages.reduce((sum, { read }) => sum + read, 0),
    skips,
  };
}

function fail(reason: ProblemReason, detail: string): never {
  throw new SourceProblem(reason, detail);
}

const get = (url: string): Request => ({ url, method: 'GET', body: '' });

function newestRequest({ kind, url, method, body }: StoredSource): Request {
  if (kind === 'cnemc') return { url, method: 'POST', body: '' };
  if (kind === 'pm25in' || method === 'GET') return get(url);
  return { url, method, body: body ?? '' };
}

/** The network answers one past hour beside its newest one. */
const chinesePast = { path: 'GetAQIHistoryByConditionHis', body: 'date={{time}}' };

function pastRequest({ kind, url, method, pastUrl, pastBody }: StoredSource, time: string): Request {
  const isChinese = kind === 'cnemc';
  const template = pastUrl || new URL(chinesePast.path, url).href;
  const body = isChinese ? chinesePast.body : (pastBody ?? '');
  const escape: Escape = body.trimStart().startsWith('{') ? 'json' : 'form';
  const isPost = isChinese || method === 'POST';
  return {
    url: fillPlaceholders(template, { time }, 'url'),
    method: isPost ? 'POST' : 'GET',
    body: isPost ? fillPlaceholders(body, { time }, escape) : '',
  };
}

function contentType(method: string, body: string): Record<string, string> {
  if (method !== 'POST') return {};
  const isJson = body.trimStart().startsWith('{') || body.trimStart().startsWith('[');
  return { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' };
}

function composeKey({ kind, headers, apiKeyName, apiKeyPlace, apiKey }: StoredSource, secrets: Secrets) {
  const open = (value: string) => (isSealed(value) ? secrets.open(value) : value);
  const plain = Object.fromEntries(headers.map(({ name, value }) => [name, open(value)]));
  const key = apiKey ? secrets.open(apiKey) : undefined;
  if (key === undefined) return { headers: plain, keyQuery: {} };
  const isQuery = kind === 'pm25in' || (kind !== 'openaq' && apiKeyPlace === 'query');
  const named = { [apiKeyName || (isQuery ? 'token' : 'X-API-Key')]: key };
  return isQuery ? { headers: plain, keyQuery: named } : { headers: { ...plain, ...named }, keyQuery: {} };
}

const outboundReasons: Record<OutboundError['code'], ProblemReason> = {
  connection: 'connection',
  invalid_url: 'connection',
  own_address: 'refusedAddress',
  redirect: 'redirect',
  refused_address: 'refusedAddress',
  timeout: 'timeout',
  tls: 'tls',
  too_large: 'tooLarge',
  unresolved: 'unresolved',
};

function describeOutbound({ code, params }: OutboundError): SourceProblem {
  const { host = '', reason = '' } = params;
  return new SourceProblem(outboundReasons[code], [host, reason].filter(Boolean).join(': '));
}
