import { formatDigits } from '@limpid/contract/local-time';
import { isObject, parseJson } from '../../../platform/json.ts';
import { shortenFloat } from '../../reading/model.api.ts';
import { ForwardFailure, type ForwardPacket } from '../target.ts';

/** One reading in the form that the HTTP and MQTT ingest of Limpid accept; it has no place for Min and Max. */
export function writeReading({ site, kind, ts, qn, values }: ForwardPacket, zone: string): string {
  if (values.length === 0) throw new ForwardFailure('unusable', 'no values');
  const wrong = values.find(({ value }) => value !== null && !Number.isFinite(value));
  if (wrong) throw new ForwardFailure('unusable', `${wrong.code}: ${wrong.value}`);
  const flagged = values.filter(({ flag }) => flag !== 'N');
  return JSON.stringify({
    mn: site.mn,
    kind: String(kind),
    qn: formatDigits(qn, zone, 17),
    ts,
    data: Object.fromEntries(
      values.map(({ code, value }) => [code, value === null ? null : shortenFloat(value)]),
    ),
    ...(flagged.length > 0 && { flag: Object.fromEntries(flagged.map(({ code, flag }) => [code, flag])) }),
  });
}

const maxDetail = 300;

interface JsonResponse {
  status: number;
  text: string;
  contentType?: string | undefined;
}

/** The failure in a response; undefined if the receiver has accepted the reading. */
export function findResponseFailure({
  status,
  text,
  contentType = '',
}: JsonResponse): ForwardFailure | undefined {
  const detail = `HTTP ${status} ${text.replaceAll(/\s+/g, ' ').trim()}`.trimEnd().slice(0, maxDetail);
  if (status === 408 || status === 504) return new ForwardFailure('timeout', detail);
  if (status >= 500 || status === 429) return new ForwardFailure('connection', detail);
  const isAccepted = status >= 200 && status < 300 && !isPage(text, contentType) && !reportsFailure(text);
  return isAccepted ? undefined : new ForwardFailure('refused', detail);
}

/** A login page, a captive portal or the page of a proxy: nothing has taken the reading. */
const isPage = (text: string, contentType: string) =>
  /^\s*text\/html\b/i.test(contentType) || /^\s*<(!doctype html|html)\b/i.test(text);

const codeNames = ['code', 'errcode', 'errCode', 'errorCode', 'error_code', 'errno'];
/** Codes of success in the envelopes of Chinese platforms; ours is 200. */
const successCodes = new Set(['0', '200']);
const verdictNames = ['status', 'result', 'success', 'ok'];
const failureWord = /^(false|error|fail|failed|failure)$/i;
const firstErrorStatus = 400;

/** Some receivers answer 200 with an error in the body; ours gives a verdict for each reading too. */
function reportsFailure(text: string): boolean {
  const body = parseJson(text);
  if (!isObject(body)) return false;
  const { data, error, status } = body;
  if (codeNames.some((name) => !successCodes.has(String(body[name] ?? '0')))) return true;
  if (verdictNames.some((name) => failureWord.test(String(body[name])))) return true;
  if (typeof status === 'number' && status >= firstErrorStatus) return true;
  if ((typeof error === 'string' && error !== '') || isObject(error)) return true;
  const results = isObject(data) && Array.isArray(data['results']) ? data['results'] : [];
  return results.some((verdict) => isObject(verdict) && verdict['stored'] === false);
}
