import { MINUTE_MS } from '@limpid/contract/durations';
import { randomUnit } from '@limpid/simulator/random';

/** An alarm of a simulated site, as the people of the demo see it. */
export interface SeenAlarm {
  alarmId: number;
  alarmType: string;
  /** The city of its site. */
  city: string | null;
  /** When it became known; late values may have moved its start since. */
  raisedAt: number;
  isRunning: boolean;
  isAcknowledged: boolean;
  isMuted: boolean;
}

export interface Reaction {
  kind: 'acknowledge' | 'mute' | 'clear';
  alarmId: number;
  userName: string;
  at: number;
  comment?: string;
}

interface Shift {
  userNames: readonly string[];
  /** What is written with an acknowledgement, by type of alarm; any other type uses `other`. */
  comments: Readonly<Record<string, readonly string[]>>;
  mute: string;
  clear: string;
}

const chinese: Shift = {
  userNames: ['li.na', 'wang.qiang'],
  comments: {
    limit: ['已通知施工方开启喷淋', '现场土方作业，已要求覆盖裸土', '已派人到现场核查'],
    offline: ['已联系运维，检查供电和网络', '运营商基站检修，预计两小时恢复'],
    power: ['市电检修，备用电池供电'],
    quality: ['仪器气路疑似堵塞，已安排清洗'],
    other: ['正在核实', '已记录，继续观察'],
  },
  mute: '检修期间暂不提醒',
  clear: '现场确认已处理',
};
const french: Shift = {
  userNames: ['camille.martin'],
  comments: {
    limit: [
      'Chef de chantier prévenu, brumisation en marche',
      'Terrassement en cours, passage sur site demandé',
    ],
    offline: ['Opérateur réseau contacté', 'Technicien envoyé sur place'],
    power: ['Coupure annoncée par le distributeur, batterie en service'],
    quality: ['Ligne de prélèvement à nettoyer'],
    other: ['Vérification en cours', 'Noté, à surveiller'],
  },
  mute: 'Pas de rappel pendant l’intervention',
  clear: 'Contrôlé sur place',
};
const english: Shift = {
  userNames: ['james.walker'],
  comments: {
    limit: ['Site manager called, sprinklers on', 'Earthworks at the north gate, asked to cover stockpiles'],
    offline: ['Network provider informed', 'Engineer on the way'],
    power: ['Planned outage, running on battery'],
    quality: ['Sampling line needs cleaning'],
    other: ['Checking', 'Noted, watching it'],
  },
  mute: 'No repeats during maintenance',
  clear: 'Checked on site',
};

const shifts: Readonly<Record<string, Shift>> = { Beijing: chinese, Lyon: french };

/** Shares of alarms: left alone, muted as well, cleared in the end. */
const [ignored, muted, cleared] = [0.2, 0.35, 0.55];
/** Minutes after the start within which an alarm is acknowledged, and after which it is muted or cleared. */
const [soonest, latest, later] = [6, 35, 5];

/**
 * What the people of the demo do about an alarm at this moment: most are acknowledged within half an hour, some of those
 * that still run are muted or cleared afterwards. The same alarm gets the same reaction.
 */
export function planReaction(alarm: SeenAlarm, now: number): Reaction | undefined {
  const { alarmId, alarmType, raisedAt, city } = alarm;
  const draw = (index: number) => randomUnit(alarmId, index);
  // A station on its battery is cleared while the mains are still off, which reminds people later.
  const fate = alarmType === 'power' ? muted : draw(0);
  if (fate < ignored) return undefined;
  const { userNames, comments, mute, clear } = shifts[city ?? ''] ?? english;
  const pick = (texts: readonly string[], index: number) => texts[Math.floor(draw(index) * texts.length)];
  const userName = pick(userNames, 1) ?? '';
  const at = raisedAt + (soonest + (latest - soonest) * draw(2) ** 2) * MINUTE_MS;
  if (!alarm.isAcknowledged) {
    if (now < at) return undefined;
    const comment = draw(3) < 0.6 ? pick(comments[alarmType] ?? comments['other'] ?? [], 4) : undefined;
    return { kind: 'acknowledge', alarmId, userName, at, ...(comment && { comment }) };
  }
  if (!alarm.isRunning || now < at + later * MINUTE_MS) return undefined;
  if (fate < muted)
    return alarm.isMuted ? undefined : { kind: 'mute', alarmId, userName, at: now, comment: mute };
  return fate < cleared ? { kind: 'clear', alarmId, userName, at: now, comment: clear } : undefined;
}
