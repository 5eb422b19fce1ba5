import { type AlarmPart, describeParts } from '@limpid/contract/alarm/alarm-parts';
import type { Severity } from '@limpid/contract/alarm/alarm-rule';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { LivePayloads, PushedEvent } from '@limpid/contract/live';
import { describeComparison } from '../../lib/comparison.ts';

type AlarmPayload = LivePayloads['alarm'];

/** A notification: the key of its texts and their parameters. */
export interface Notice {
  kind: 'alarm' | 'standbyPower';
  siteName: string;
  /** The parameters of the text. */
  facts: Record<string, string>;
  time: string;
  severity?: Severity | undefined;
  event?: PushedEvent | undefined;
  /** Ended for lack of data. */
  isLost?: boolean | undefined;
  siteId?: number | undefined;
  alarmId?: number | undefined;
}

type Translate = (key: string, params: Record<string, string>) => string;

/** The notices of a payload of either form. */
export function listNotices(payload: AlarmPayload, language: Language, translate: Translate): Notice[] {
  const nameParts = (parts: readonly AlarmPart[] = []) => describeParts(parts, translate);
  if (!Array.isArray(payload)) {
    const { siteName, desc, time, severity, event, siteId, alarmId, ruleName, value, parts } = payload;
    const alarm = { severity, event, siteId, alarmId };
    const entityName = localised({ ...payload }, 'entityName', language);
    // The text of a message is in the product's default language.
    const own =
      ruleName && [ruleName, nameParts(parts), event !== 'ended' && value].filter(Boolean).join(' · ');
    return [{ kind: 'standbyPower', siteName, facts: { entityName, desc: own || desc }, time, ...alarm }];
  }
  return payload.map((item) => {
    const { siteName, createTime, severity, event, isLost, siteId, alarmId } = item;
    const channel = item.channelName && localised({ ...item }, 'channelName', language);
    const type = channel || nameParts(item.parts) || item.type;
    return {
      kind: 'alarm',
      siteName,
      facts: { type, val: describe(item, language) },
      time: createTime,
      severity,
      event,
      isLost,
      siteId,
      alarmId,
    };
  });
}

function describe(item: Extract<AlarmPayload, unknown[]>[number], language: Language): string {
  const { val } = item;
  // An alarm without a value, as about silence, has nothing to add.
  if (typeof val !== 'number') return item.alarmId === undefined ? val : '';
  if (item.alarmId === undefined) return new Intl.NumberFormat(language).format(val);
  const { value, limit } = describeComparison({ ...item, value: val }, language);
  // The value that ends an alarm is not above its limit.
  return [value, item.event !== 'ended' && limit].filter(Boolean).join(' ');
}

/** The latest notice of each alarm, in the order in which they came. */
export function keepLatest<N extends { alarmId?: number | undefined }>(notices: readonly N[]): N[] {
  const last = new Map(notices.map((notice) => [notice.alarmId, notice]));
  return notices.filter((notice) => notice.alarmId === undefined || last.get(notice.alarmId) === notice);
}

/** How many new notices fit beside the shown ones; the rest is only counted. */
export function shareRoom(shown: number, added: number, isPhone = false): { open: number; more: number } {
  const open = Math.max(0, Math.min((isPhone ? maxOnPhone : maxShown) - shown, added));
  return { open, more: added - open };
}

const [maxShown, maxOnPhone] = [3, 1];
