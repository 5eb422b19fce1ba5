import { createHmac } from 'node:crypto';

export type RobotKind = 'dingtalk' | 'wecom' | 'feishu';

interface RobotRequest {
  url: string;
  body: string;
}

interface RobotFacts {
  url: string;
  /** The key of the robot's signature; WeCom has none, the others may be without. */
  secret: string | undefined;
  text: string;
  at: Date;
}

/** WeCom refuses longer texts; the others take more. */
const maxBytes = 2000;

/** The request by which a text reaches the group of a robot. */
export function composeRobotRequest(kind: RobotKind, facts: RobotFacts): RobotRequest {
  const { url, secret, at } = facts;
  const text = cutText(facts.text, maxBytes);
  if (kind === 'feishu') {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const sign = secret && createHmac('sha256', `${timestamp}\n${secret}`).digest('base64');
    return {
      url,
      body: JSON.stringify({ ...(sign && { timestamp, sign }), msg_type: 'text', content: { text } }),
    };
  }
  const body = JSON.stringify({ msgtype: 'text', text: { content: text } });
  if (kind === 'wecom' || !secret) return { url, body };
  const timestamp = at.getTime();
  const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64');
  const signed = new URL(url);
  signed.searchParams.set('timestamp', String(timestamp));
  signed.searchParams.set('sign', sign);
  return { url: signed.href, body };
}

/** Shortens a text to so many bytes of UTF-8, at the end of a line if there is one. */
export function cutText(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  const bytes = Buffer.from(text).subarray(0, max - 4);
  const part = bytes.toString('utf8').replace(/\uFFFD$/, '');
  const lineEnd = part.lastIndexOf('\n');
  return `${lineEnd > max / 2 ? part.slice(0, lineEnd + 1) : part}…`;
}

/** Codes by which robots say "too many messages, later again". */
const busyCodes: Record<RobotKind, readonly number[]> = {
  dingtalk: [-1, 130101, 410100],
  wecom: [-1, 45009, 45033],
  feishu: [11232, 9499, 5000],
};

/** What a robot answered: it always responds with status 200. */
export function readRobotResponse(
  kind: RobotKind,
  text: string,
): { isTaken: true } | { isTaken: false; code: number | string; reply: string; isBusy: boolean } {
  const response = parseObject(text);
  const code = kind === 'feishu' ? (response['code'] ?? response['StatusCode']) : response['errcode'];
  if (code === 0) return { isTaken: true };
  const reply = String(response['errmsg'] ?? response['msg'] ?? response['StatusMessage'] ?? '').slice(
    0,
    200,
  );
  const isBusy = typeof code === 'number' && busyCodes[kind].includes(code);
  return { isTaken: false, code: typeof code === 'number' ? code : '–', reply, isBusy };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
