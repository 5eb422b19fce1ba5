/** What AMap answers to a request with a key. */
type AmapVerdict =
  | { outcome: 'accepted' | 'unreadable' }
  | {
      outcome: 'unknownKey' | 'wrongCode' | 'wrongType' | 'wrongAddress' | 'overQuota' | 'otherRefusal';
      info: string;
    }
  | { outcome: 'failed'; status: number };

/** From AMap's list of errors; the names of quotas end alike. */
const refusals: Record<string, 'unknownKey' | 'wrongCode' | 'wrongType' | 'wrongAddress'> = {
  INVALID_USER_KEY: 'unknownKey',
  USER_KEY_RECYCLED: 'unknownKey',
  INVALID_USER_SCODE: 'wrongCode',
  USERKEY_PLAT_NOMATCH: 'wrongType',
  INVALID_USER_DOMAIN: 'wrongAddress',
};
const quota = /OVER_LIMIT$|^ACCESS_TOO_FREQUENT$|QPS_HAS_EXCEEDED/;

/** Judges a response of AMap: `{ "status": "1" }`, or `"0"` with the name of the refusal in `info`. */
export function judgeAmap({ status, text }: { status: number; text: string }): AmapVerdict {
  if (status < 200 || status > 299) return { outcome: 'failed', status };
  const answer = readAnswer(text);
  if (answer?.['status'] === '1') return { outcome: 'accepted' };
  const { info } = answer ?? {};
  // Shown to people: only what looks like a name of AMap's list.
  if (answer?.['status'] !== '0' || typeof info !== 'string' || !/^[A-Z\d_]{1,60}$/.test(info))
    return { outcome: 'unreadable' };
  return { outcome: refusals[info] ?? (quota.test(info) ? 'overQuota' : 'otherRefusal'), info };
}

function readAnswer(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Every object has text keys.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
