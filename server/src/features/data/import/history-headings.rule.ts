import type { StoredChannel } from '../../reading/reading.api.ts';
import { readOffset } from './history-time.rule.ts';
import { findUnit, listWords } from './history-units.rule.ts';

/** The purpose of a column according to its heading. */
export type HeadingUse =
  | 'moment'
  | 'date'
  | 'clock'
  | 'year'
  | 'month'
  | 'day'
  | 'site'
  | 'parameter'
  | 'unit'
  | 'value';

/** Normalised headings. `time` is a time of day beside a date, and a moment alone. */
const words: Readonly<Record<HeadingUse, readonly string[]>> = {
  moment: listWords(`
    time datetime timestamp datatime timepoint date/time localtime monitoringtime
    datetimelocal datetimeutc utc datetimebegin datetimestart periodstart begin start
    时间 监测时间 数据时间 日期时间 采样时间 时间点 上报时间 发布时间 日期/时间
    horodatage dateetheure dateheure date/heure datededébut datedebut
  `),
  date: ['date', 'datelocal', '日期', '监测日期', '數據日期', 'jourdate'],
  clock: ['time', 'hour', 'timelocal', '时间', '小时', '时', '时刻', 'heure', 'hh', 'hr'],
  year: ['year', '年', '年份', 'année', 'annee', 'an'],
  month: ['month', '月', '月份', 'mois'],
  day: ['day', '日', 'jour'],
  site: listWords(`
    mn mn号 mn编号 codemn 设备编号 设备编码
    sitecode stationcode siteid stationid aqssiteid 站点编码 站点编号 监测点编码 站号
    codedusite codesite codestation codedelastation
    site sitename station stationname location positionname
    站点 站点名称 站点名 测点 测点名称 监测点 监测点名称 站名 測站
    nomdusite nomsite nomstation nomdelastation
  `),
  parameter: listWords(`
    type parameter parametername pollutant airpollutant species analyte item variable
    因子 监测因子 监测项 监测项目 项目 指标 污染物 類型 类型 測項 参数
    polluant paramètre parametre constituant nompolluant substance
  `),
  unit: [
    'unit',
    'units',
    'unitofmeasurement',
    'unitsofmeasure',
    'unitofmeasure',
    '单位',
    'unité',
    'unite',
    'unités',
  ],
  value: listWords(`
    value concentration samplemeasurement measurement result rawvalue mean average
    数值 值 浓度 监测值 测量值 浓度值 valeur valeurbrute mesure
  `),
};

/** Removes spaces, punctuation and upper case. */
export function plainHeading(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.'’"-]/g, '');
}

export function hasUse(plain: string, use: HeadingUse): boolean {
  return words[use].includes(plain);
}

/** The rank of a heading among those that name a site: codes before names. */
export function siteRank(plain: string): number {
  return words.site.indexOf(plain);
}

/** Finds channels by their code, their code in HJ 212, their aliases and names, and names used by networks, in this order. */
export function nameChannels(channels: readonly StoredChannel[]): ReadonlyMap<string, StoredChannel> {
  const named = new Map<string, StoredChannel>();
  const ways: ((channel: StoredChannel) => readonly (string | null)[])[] = [
    ({ code }) => [code],
    ({ gbCode }) => [gbCode],
    // Numeric aliases of the 2005 standard may also be numbers of hours or stations.
    ({ aliases }) => aliases.filter((alias) => !/^\d+$/.test(alias)),
    ({ channelName, channelNameEn, channelNameFr }) => [channelName, channelNameEn, channelNameFr],
    ({ gbCode }) => furtherNames[gbCode] ?? [],
  ];
  for (const namesOf of ways) {
    for (const channel of channels) {
      for (const name of namesOf(channel)) {
        if (name && !named.has(plainHeading(name))) named.set(plainHeading(name), channel);
      }
    }
  }
  return named;
}

/** The names of channels in files of networks, by their code in HJ 212. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
  a34004: ['细颗粒物', 'PM2.5(细颗粒物)', 'particules PM2.5', 'fine particulate matter', 'particules fines'],
  a34002: ['可吸入颗粒物', '颗粒物PM10', 'particules PM10'],
  a34005: ['particules PM1'],
  a21002: ['oxydes d azote', 'NOX as NO2', 'NOX en équivalent NO2'],
  a21003: ['monoxyde d azote'],
  a21004: ['dioxyde d azote'],
  a21026: ['sulfur dioxide'],
  a01001: ['temp', 'temperature', '温度', 'outdoor temperature', 'T'],
  a01002: ['humidity', '湿度', 'humidité', 'hum', 'rel humidity'],
  a01006: ['pressure', 'barometric pressure', '大气压', 'pression', 'press'],
  a01007: ['wspm', 'wind speed', 'windspeed', 'vitesse vent', 'ws'],
  a01008: ['wd', 'wind direction', 'winddir', 'direction vent'],
};

const longestName = 200;

/** Usual words for an hourly mean beside the channel; other periods, such as 8h and 24h, are other quantities. */
const meaning =
  /(?:avg|rtd|mean|1h|1hr|hourly|小时|小时平均|小时值|1小时|1小时平均|浓度|concentration|conc)$/;
const notes =
  /^(?:avg|rtd|mean|1h|1hr|hourly|raw|实测|小时|小时平均|小时均值|1小时|1小时平均|浓度|moyenne|horaire)$/;

export interface Heading {
  channel: StoredChannel | undefined;
  /** The unit as the file writes it. */
  unitText: string | undefined;
  /** The same unit if it is known. */
  unit: string | undefined;
  /** The other part of a heading of two: `A1:CO`. */
  rest: string | undefined;
  /** Whether the parts are joined by `_`, which may also occur within a name: `A1_CO`. */
  isJoined: boolean;
}

/** A quantity that is not the mean of an hour: `8h`, `daily max`. */
const otherQuantity =
  /^(?:(?:\d+\s*-?\s*(?:h|hrs?|hours?|heures?|小时)|max(?:imum|imale?)?|min(?:imum|imale?)?|mean|avg|average|moyenne|daily|rolling|moving|最大|最小|最高|最低|平均|滑动|日)[\s_-]*)+$/i;
/** Prefixes before `_` that mark another quantity of a channel. */
const otherPrefix =
  /^(?:i?aqi|api|index|sub[\s_-]?index|flag|status|state|qc|qa|valid|std|sd|unc|error|raw|n|count|n?um|level|limit)$/i;

/** Reads one heading: a channel, with its unit in brackets or after it. */
export function readHeading(text: string, named: ReadonlyMap<string, StoredChannel>): Heading {
  const { name, unitText } = splitUnit(text, named);
  const unit = unitText === undefined ? undefined : findUnit(unitText);
  const heading = { unitText, unit, rest: undefined, isJoined: false };
  const whole = findChannel(name, named);
  if (whole) return { ...heading, channel: whole };
  const parts = name.split(/\s*[:：|@]\s*|\s+[-–/]\s+/).filter((part) => part !== '');
  const at = parts.length === 2 ? parts.findIndex((part) => findChannel(part, named)) : -1;
  const { channel, rest } =
    at < 0
      ? splitJoined(name, named)
      : { channel: findChannel(parts[at] ?? '', named), rest: parts[1 - at] ?? '' };
  if (!channel || otherQuantity.test(rest)) return { ...heading, channel: undefined };
  return { ...heading, channel, rest, isJoined: at < 0 };
}

/** `PA01H_CO` and `North_PM2_5`: finds the longest channel name at the end. */
function splitJoined(
  name: string,
  named: ReadonlyMap<string, StoredChannel>,
): { channel: StoredChannel | undefined; rest: string } {
  const none = { channel: undefined, rest: '' };
  if (name.length > longestName) return none;
  for (const { index } of name.matchAll(/_/g)) {
    const [rest, last] = [name.slice(0, index), name.slice(index + 1)];
    // A single letter (T) is more often the last part of another name.
    const channel = last.length > 1 ? findChannel(last, named) : undefined;
    if (channel && rest !== '') return otherPrefix.test(rest) ? none : { channel, rest };
  }
  return none;
}

export function findChannel(
  text: string,
  named: ReadonlyMap<string, StoredChannel>,
): StoredChannel | undefined {
  if (text.length > longestName) return undefined;
  const plain = plainHeading(text);
  return named.get(plain) ?? named.get(plain.replace(meaning, ''));
}

/** Whether a text says that values are hourly means, which all imported values are. */
export function isNote(text: string): boolean {
  return text.length <= longestName && notes.test(plainHeading(text));
}

const inBrackets = /^(.*?)\s*(?:\((.*)\)|\[(.*)\]|【(.*)】)\s*$/;

/** Finds the unit after the name or in brackets; brackets may also hold a note on the mean or the name of the channel. */
function splitUnit(
  text: string,
  named: ReadonlyMap<string, StoredChannel>,
): { name: string; unitText: string | undefined } {
  const normal = text.normalize('NFKC').trim();
  const [, name = '', ...brackets] = inBrackets.exec(normal) ?? [];
  const inside = brackets.find((bracket) => bracket !== undefined)?.trim();
  if (inside !== undefined && name !== '') {
    if (notes.test(plainHeading(inside)) || inside === '') return { name, unitText: undefined };
    const isName = findChannel(inside, named) !== undefined && findUnit(inside) === undefined;
    if (!isName) return { name, unitText: inside };
    // In `颗粒物(PM10)` the words describe the channel; `PT08.S1(CO)` is another quantity.
    return { name: findChannel(name, named) || /\d/.test(name) ? name : inside, unitText: undefined };
  }
  if (findChannel(normal, named)) return { name: normal, unitText: undefined };
  for (const { index } of normal.matchAll(/[\s_,:/]+/g)) {
    const [front, last] = [normal.slice(0, index), normal.slice(index).replace(/^[\s_,:/]+/, '')];
    if (findUnit(last) !== undefined && findChannel(front, named)) return { name: front, unitText: last };
  }
  return { name: normal, unitText: undefined };
}

const namedOffset =
  /(?:utc|gmt)(?:\s*[+\-−]\s*\d{1,2}(?:(?:\s*:\s*|\s*h\s*)?\d{2}|[.,]\d{1,2}|h)?(?![\d:.,]))?/i;

/**
 * The zone in the heading of a column of times: `time (UTC)`, `datetime_utc`, `时间（UTC+8）`, `time (UTC+5:30)`. Undefined
 * without a zone, or for an offset that no zone has.
 */
export function findHeadingZone(heading: string): string | undefined {
  const text = heading.normalize('NFKC');
  const [found] = namedOffset.exec(text) ?? [];
  if (found === undefined) return undefined;
  const isCutOff = !/\d/.test(found) && /(?:utc|gmt)\s*[+\-−]\s*\d/i.test(text);
  const minutes = isCutOff ? undefined : readOffset(found);
  if (minutes === undefined || minutes === 0) return minutes === 0 ? 'UTC' : undefined;
  if (minutes % 60 !== 0) return formatOffset(minutes);
  // The sign of `Etc/GMT` zones is inverted.
  return `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`;
}

/** `+05:30`: zones without whole hours have no `Etc/GMT` name. */
function formatOffset(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes > 0 ? '+' : '-'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
