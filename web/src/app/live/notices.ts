import type { LivePayloads } from '@limpid/contract/live';

type AlarmPayload = LivePayloads['alarm'];

/** What a notification says, by the keys of its texts. */
export interface Notice {
  kind: 'alarm' | 'standbyPower';
  siteName: string;
  /** What fills the blanks of the text. */
  facts: Record<string, string>;
  time: string;
}

/** One notice for each thing that happened, whichever shape tells of it. */
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

/** How many of the new ones find room beside those that are shown; the rest is only counted. */
export function shareRoom(shown: number, added: number): { open: number; more: number } {
  const open = Math.max(0, Math.min(maxShown - shown, added));
  return { open, more: added - open };
}

const maxShown = 3;
