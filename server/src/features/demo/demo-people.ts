import type { Language } from '@limpid/contract/language';

/** A person of the demonstration, whose account has a random password that is not kept. */
export interface DemoPerson {
  userName: string;
  nickName: string;
  language: Language;
  zone: string;
  phone: string;
}

const mailDomain = 'limpid.example';

const liNa: DemoPerson = {
  userName: 'li.na',
  nickName: '李娜',
  language: 'zh',
  zone: 'Asia/Shanghai',
  phone: '13800000001',
};
const wangQiang: DemoPerson = {
  userName: 'wang.qiang',
  nickName: '王强',
  language: 'zh',
  zone: 'Asia/Shanghai',
  phone: '13800000002',
};
const camilleMartin: DemoPerson = {
  userName: 'camille.martin',
  nickName: 'Camille Martin',
  language: 'fr',
  zone: 'Europe/Paris',
  phone: '+33600000003',
};
const jamesWalker: DemoPerson = {
  userName: 'james.walker',
  nickName: 'James Walker',
  language: 'en',
  zone: 'Europe/London',
  phone: '+447700900004',
};

export const demoPeople: readonly DemoPerson[] = [liNa, wangQiang, camilleMartin, jamesWalker];

export function addressOf({ userName }: Pick<DemoPerson, 'userName'>): string {
  return `${userName}@${mailDomain}`;
}

/** Names of channels, subscriptions and rotas are the same in all languages. */
export const demoChannels = [
  {
    name: '值班邮箱 · Duty mailbox',
    kind: 'email',
    min: 'critical',
    recipients: addressOf({ userName: 'duty' }),
    from: addressOf({ userName: 'alarms' }),
  },
  { name: '调度平台 · Dispatch', kind: 'webhook', min: 'minor' },
  {
    name: '值班短信 · Duty SMS',
    kind: 'sms',
    min: 'critical',
    template: '{"to": "{{phone}}", "text": "{{text}}", "id": "{{id}}"}',
  },
  { name: '浏览器 · Browser', kind: 'browser', min: 'minor' },
] as const;
export const rotaChannel: ChannelName = '值班短信 · Duty SMS';
type ChannelName = (typeof demoChannels)[number]['name'];

interface DemoSubscription {
  userName: string;
  name: string;
  language: Language;
  zone: string;
  severities: readonly string[];
  channels: readonly ChannelName[];
  afterMinutes: number;
  quietFrom: string | null;
  quietTo: string | null;
}

/** The administrator has one as well, so that the screen shows something at the first login. */
export const demoSubscriptions: readonly DemoSubscription[] = [
  {
    userName: 'admin',
    name: '紧急报警',
    language: 'zh',
    zone: 'Asia/Shanghai',
    severities: ['critical'],
    channels: ['浏览器 · Browser'],
    afterMinutes: 30,
    quietFrom: '22:00',
    quietTo: '07:00',
  },
  {
    userName: liNa.userName,
    name: '重要及紧急',
    language: 'zh',
    zone: liNa.zone,
    severities: ['major', 'critical'],
    channels: ['值班邮箱 · Duty mailbox'],
    afterMinutes: 0,
    quietFrom: null,
    quietTo: null,
  },
  {
    userName: camilleMartin.userName,
    name: 'Alarmes importantes',
    language: 'fr',
    zone: camilleMartin.zone,
    severities: ['major', 'critical'],
    channels: ['值班邮箱 · Duty mailbox'],
    afterMinutes: 0,
    quietFrom: '22:00',
    quietTo: '06:30',
  },
  {
    userName: jamesWalker.userName,
    name: 'Unacknowledged alarms',
    language: 'en',
    zone: jamesWalker.zone,
    severities: ['major', 'critical'],
    channels: ['值班短信 · Duty SMS'],
    afterMinutes: 15,
    quietFrom: null,
    quietTo: null,
  },
];

interface DemoShift {
  userName: string;
  weekdays: string;
  fromTime: string;
  toTime: string;
  next: string;
}

/** Nobody is on call on Saturday and Sunday nights: the screen shows how such hours are marked. */
export const demoShifts: readonly DemoShift[] = [
  {
    userName: liNa.userName,
    weekdays: '1,2,3,4,5,6,7',
    fromTime: '08:00',
    toTime: '20:00',
    next: wangQiang.userName,
  },
  {
    userName: wangQiang.userName,
    weekdays: '1,2,3,4,5',
    fromTime: '20:00',
    toTime: '08:00',
    next: liNa.userName,
  },
];
