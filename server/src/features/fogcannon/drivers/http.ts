import { AppError } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { parseJson } from '../../../platform/json.ts';
import { LeaseLostError } from '../../../platform/lease/lease.store.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { fillPlaceholders } from '../../../platform/placeholders.rule.ts';
import { type CannonLink, DriverError, type DriverOrder } from './driver.ts';
import { refuseExpired } from './expiry.rule.ts';
import { readPath, readSwitchState, reported } from './json-path.rule.ts';
import type { HttpCall, HttpSettings } from './settings.ts';
import { makeTurns } from './turns.ts';

type Deps = { outbound: Pick<App['outbound'], 'request'>; now: () => number };
type Values = Readonly<Record<string, string>>;

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' };
const unauthorised = new Set([401, 403]);
/** Failures before anything was sent. */
const beforeSending: readonly string[] = ['invalid_url', 'own_address', 'refused_address', 'unresolved'];

/** A cannon in the cloud of its vendor, which is asked by HTTP requests from templates. */
export function makeHttpLink({ outbound, now }: Deps, settings: HttpSettings): CannonLink {
  const { token, state, jog, method } = settings;
  const takeTurn = makeTurns();
  const account = { account: settings.account ?? '', password: settings.password ?? '' };
  let current: string | undefined;

  async function request(
    verb: typeof method,
    call: HttpCall,
    values: Values,
    { headers = {}, order }: { headers?: Record<string, string>; order?: DriverOrder | undefined } = {},
  ) {
    const hasBody = verb !== 'GET' && call.body !== null;
    return outbound.request({
      beforeSending: () => order && refuseExpired(order, now()),
      url: fillPlaceholders(call.url, values, 'url'),
      policy: 'private',
      allowHttp: true,
      method: verb,
      headers: { ...headers, ...(hasBody && { 'content-type': contentTypes[settings.contentType] }) },
      body: hasBody ? fillPlaceholders(call.body ?? '', values, settings.contentType) : undefined,
    });
  }

  async function findToken(): Promise<string> {
    if (!token) return '';
    if (current !== undefined) return current;
    const { status, text } = await request(token.body === null ? 'GET' : 'POST', token, account);
    const found = status < 300 ? readPath(parseJson(text), token.path) : undefined;
    if (typeof found !== 'string' && typeof found !== 'number')
      throw new DriverError('fog.token', { status });
    current = String(found);
    return current;
  }

  /** Tokens expire: after a refusal the request is repeated once with a new one. */
  async function send(verb: typeof method, call: HttpCall, values: Values, order?: DriverOrder) {
    for (let isRepeated = false; ; isRepeated = true) {
      const all = { ...account, ...values, token: await findToken() };
      const headers = composeHeader(settings.authHeader, all);
      const response = await request(verb, call, all, { headers, order });
      if (!(token && !isRepeated && unauthorised.has(response.status))) return response;
      current = undefined;
    }
  }

  async function command(call: HttpCall, order: DriverOrder, seconds = 0): Promise<void> {
    const values = orderValues(order, seconds);
    const { status, text } = await send(method, call, values, order).catch(classify);
    const isRefused = status >= 400 && status < 500;
    if (status >= 300) throw new DriverError('fog.status', { status }, { mayHaveArrived: !isRefused });
    if (!settings.ok) return;
    const found = readPath(parseJson(text), settings.ok.path);
    // A cloud that says something else may have switched the cannon all the same.
    if (String(found) !== settings.ok.text)
      throw new DriverError('fog.rejected', { value: String(found) }, { mayHaveArrived: true });
  }

  async function readState() {
    if (!state) throw new DriverError('fog.no_state');
    const { status, text } = await send('GET', { url: state.url, body: null }, {});
    if (status >= 300) throw new DriverError('fog.status', { status });
    const isOn = readSwitchState(text, state);
    if (isOn === undefined) throw new DriverError('fog.state_unread');
    return reported(isOn);
  }

  return {
    timesJog: jog !== null,
    timesRun: jog !== null,
    switchOn: (order) => takeTurn(() => command(settings.on, order)),
    switchOff: (order) => takeTurn(() => command(settings.off, order)),
    jog: (order, seconds) => takeTurn(() => command(jog ?? settings.on, order, seconds)),
    readState: state ? () => takeTurn(readState) : undefined,
    async check() {
      await takeTurn(findToken);
    },
  };
}

/** What templates of requests and messages say about an order. */
export function orderValues({ key, expiresAt }: DriverOrder, seconds: number): Values {
  return {
    id: key,
    seconds: String(seconds),
    milliseconds: String(seconds * 1000),
    expires: String(expiresAt ?? 0),
  };
}

function composeHeader(template: string | null, values: Values): Record<string, string> {
  if (template === null) return {};
  const [name = '', ...rest] = template.split(':');
  // A header cannot hold line breaks, and a token has none.
  const filled = rest.join(':').replace(/\{\{\s*(\w+)\s*\}\}/g, (_, key: string) => values[key] ?? '');
  return { [name.trim()]: filled.replaceAll(/[\r\n]/g, '').trim() };
}

function classify(error: unknown): never {
  if (error instanceof OutboundError) {
    const hasLeft = !beforeSending.includes(error.code) && error.params['reason'] !== 'ECONNREFUSED';
    throw new DriverError(error.key, error.params, { mayHaveArrived: hasLeft });
  }
  throw error instanceof AppError || error instanceof LeaseLostError || !(error instanceof Error)
    ? error
    : new DriverError('fog.disconnected', {}, { mayHaveArrived: true });
}
