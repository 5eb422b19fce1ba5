import type { LivePayloads } from '@limpid/contract/live';

type AlarmPayload = LivePayloads['alarm'];

/** A notification: the key of its texts and their parameters. */
export interface Notice {
  kind: 'alarm' | 'standbyPower';
  siteName: string;
  /** The parameters of the text. */
  facts: Record<string, string>;
  time: string;
}

/** The notices of a payload of either form. */
export function listNotices(payload: AlarmPayload, language: string): Notice[] {
  if (!Array.isArray(payload)) {
    const { siteName, entityName, desc, time } = payload;
    return [{ kind: 'standbyPower', siteName, facts: { entityName, desc }, time }];
  }
  return payload.map(({ siteName, type, val, createTime }) => {
    const value = typeof val === 'number' ? new Intl.NumberFormat(language).format(val) : val;
    return { kind: 'alarm', siteName, facts: { type, val: value }, time: createTime };
  });
}

/** How many new notices fit beside the shown ones; the rest is only counted. */
export function shareRoom(shown: number, added: number): { open: number; more: number } {
  const open = Math.max(0, Math.min(maxShown - shown, added));
  return { open, more: added - open };
}

const maxShown = 3;
