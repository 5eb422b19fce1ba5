import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';

interface SeededChannel {
  code: string;
  gb: string;
  names: Titles;
  unit: string;
  decimals: number;
  /** Values outside are stored and marked as out of range; wide enough for a sandstorm. */
  range: [min: number, max: number];
  icon: string;
  /** Codes of HJ/T 212-2005 and of vendors. */
  aliases?: string[];
  type?: 'direction' | 'level';
  /** Upper ends of the bands of the hourly index. */
  bands?: number[];
}

/** The levels of HJ 633, with their colours. */
const levels: [colour: string, ...Titles][] = [
  ['#00e400', '优', 'Excellent', 'Excellent'],
  ['#ffff00', '良', 'Good', 'Bon'],
  ['#ff7e00', '轻度污染', 'Light pollution', 'Pollution légère'],
  ['#ff0000', '中度污染', 'Moderate pollution', 'Pollution modérée'],
  ['#99004c', '重度污染', 'Heavy pollution', 'Pollution forte'],
  ['#7e0023', '严重污染', 'Serious pollution', 'Pollution grave'],
];

const micro = 'µg/m³';
const milli = 'mg/m³';

/** The position of a channel is its id and its slot, so this order must never change. */
const channels: SeededChannel[] = [
  {
    code: 'PM2.5',
    gb: 'a34004',
    names: ['细颗粒物 PM2.5', 'PM2.5', 'PM2,5'],
    unit: micro,
    decimals: 0,
    range: [0, 5000],
    icon: 'cloud',
    aliases: ['PM25'],
    bands: [35, 60, 115, 150, 250],
  },
  {
    code: 'PM10',
    gb: 'a34002',
    names: ['可吸入颗粒物 PM10', 'PM10', 'PM10'],
    unit: micro,
    decimals: 0,
    range: [0, 10_000],
    icon: 'cloud',
    aliases: ['107'],
    bands: [50, 120, 250, 350, 420],
  },
  {
    code: 'SO2',
    gb: 'a21026',
    names: ['二氧化硫', 'Sulphur dioxide', 'Dioxyde de soufre'],
    unit: micro,
    decimals: 0,
    range: [0, 6000],
    icon: 'example',
    aliases: ['02'],
    // Above 800 the hourly index stays at 200.
    bands: [150, 500, 650],
  },
  {
    code: 'NO2',
    gb: 'a21004',
    names: ['二氧化氮', 'Nitrogen dioxide', 'Dioxyde d’azote'],
    unit: micro,
    decimals: 0,
    range: [0, 8000],
    icon: 'example',
    bands: [100, 200, 700, 1200, 2340],
  },
  {
    code: 'CO',
    gb: 'a21005',
    names: ['一氧化碳', 'Carbon monoxide', 'Monoxyde de carbone'],
    unit: milli,
    decimals: 1,
    range: [0, 300],
    icon: 'example',
    aliases: ['04'],
    bands: [5, 10, 35, 60, 90],
  },
  {
    code: 'O3',
    gb: 'a05024',
    names: ['臭氧', 'Ozone', 'Ozone'],
    unit: micro,
    decimals: 0,
    range: [0, 2500],
    icon: 'example',
    bands: [160, 200, 300, 400, 800],
  },
  plain(
    'TSP',
    'a34001',
    ['总悬浮颗粒物 TSP', 'Total suspended particles', 'Particules en suspension totales'],
    {
      unit: micro,
      range: [0, 20_000],
      icon: 'cloud',
      aliases: ['PM100'],
    },
  ),
  plain('PM1', 'a34005', ['超细颗粒物 PM1', 'PM1', 'PM1'], { unit: micro, range: [0, 5000], icon: 'cloud' }),
  plain('Smoke', 'a34013', ['烟尘', 'Smoke dust', 'Fumées'], {
    unit: milli,
    decimals: 1,
    range: [0, 1000],
    icon: 'cloud',
    aliases: ['01'],
  }),
  plain('DustFall', 'a34011', ['降尘', 'Dust fall', 'Retombées de poussières'], {
    unit: 't/km²·30d',
    decimals: 1,
    range: [0, 1000],
    icon: 'cloud',
  }),
  plain('NO', 'a21003', ['一氧化氮', 'Nitric oxide', 'Monoxyde d’azote'], { unit: micro, range: [0, 5000] }),
  plain('NOx', 'a21002', ['氮氧化物', 'Nitrogen oxides', 'Oxydes d’azote'], {
    unit: micro,
    range: [0, 10_000],
    aliases: ['03'],
  }),
  plain('H2S', 'a21028', ['硫化氢', 'Hydrogen sulphide', 'Sulfure d’hydrogène'], { aliases: ['05'] }),
  plain('NH3', 'a21001', ['氨', 'Ammonia', 'Ammoniac'], { aliases: ['10'] }),
  plain('NMHC', 'a24088', ['非甲烷总烃', 'Non-methane hydrocarbons', 'Hydrocarbures non méthaniques'], {
    range: [0, 1000],
  }),
  plain('THC', 'a24087', ['总烃', 'Total hydrocarbons', 'Hydrocarbures totaux'], {
    range: [0, 1000],
    aliases: ['25'],
  }),
  plain('TVOC', 'a99054', ['总挥发性有机物', 'Total VOC', 'COV totaux'], {
    range: [0, 100],
    aliases: ['VOC'],
  }),
  plain('Benzene', 'a25002', ['苯', 'Benzene', 'Benzène'], {}),
  plain('Toluene', 'a25003', ['甲苯', 'Toluene', 'Toluène'], { aliases: ['17'] }),
  plain('Xylene', 'a25005', ['二甲苯', 'Xylene', 'Xylène'], { aliases: ['18'] }),
  plain('HCHO', 'a31001', ['甲醛', 'Formaldehyde', 'Formaldéhyde'], { aliases: ['19', 'CH2O'] }),
  plain('HCl', 'a21024', ['氯化氢', 'Hydrogen chloride', 'Chlorure d’hydrogène'], { aliases: ['08'] }),
  plain('Cl2', 'a21022', ['氯气', 'Chlorine', 'Chlore'], { aliases: ['11'] }),
  plain('CO2', 'a05001', ['二氧化碳', 'Carbon dioxide', 'Dioxyde de carbone'], {
    unit: 'ppm',
    decimals: 0,
    range: [0, 10_000],
    aliases: ['30'],
  }),
  plain('TEM', 'a01001', ['气温', 'Temperature', 'Température'], {
    unit: '°C',
    decimals: 1,
    range: [-50, 60],
    icon: 'dashboard',
    aliases: ['TEMP'],
  }),
  plain('RH', 'a01002', ['相对湿度', 'Relative humidity', 'Humidité relative'], {
    unit: '%',
    decimals: 1,
    range: [0, 100],
    icon: 'pie',
    aliases: ['HUMI'],
  }),
  plain('PRES', 'a01006', ['气压', 'Air pressure', 'Pression atmosphérique'], {
    unit: 'kPa',
    decimals: 2,
    range: [50, 110],
    icon: 'dashboard',
  }),
  plain('WS', 'a01007', ['风速', 'Wind speed', 'Vitesse du vent'], {
    unit: 'm/s',
    decimals: 1,
    range: [0, 60],
    icon: 'guide',
  }),
  {
    ...plain('WD', 'a01008', ['风向', 'Wind direction', 'Direction du vent'], {
      unit: '°',
      range: [0, 360],
      icon: 'compass',
    }),
    type: 'direction',
  },
  {
    ...plain('Noise', 'LA', ['噪声', 'Noise', 'Bruit'], {
      unit: 'dB(A)',
      decimals: 1,
      range: [20, 140],
      icon: 'notice',
      aliases: ['a50001', 'B03', 'Leq'],
    }),
    type: 'level',
  },
];

/** A channel without bands; the default unit is that of gases. */
function plain(code: string, gb: string, names: Titles, facts: Partial<SeededChannel>): SeededChannel {
  const decimals = facts.unit === undefined ? 3 : 0;
  return { code, gb, names, unit: milli, decimals, range: [0, 50], icon: 'example', ...facts };
}

const channelsOnMap = 6;

export async function seedChannels(client: pg.PoolClient): Promise<void> {
  await insertRows(
    client,
    'basic_slot',
    channels.map((_, index) => ({ slot: index + 1 })),
  );
  await insertRows(client, 'basic_channel', channels.map(channelRow));
}

/** The id of a seeded channel. */
export function getChannelId(code: string): number {
  return channels.findIndex((channel) => channel.code === code) + 1;
}

function channelRow(channel: SeededChannel, index: number) {
  const { code, gb, names, unit, decimals, range, icon, aliases = [], type = 'number', bands } = channel;
  return {
    channel_id: index + 1,
    channel_code: code,
    gb_code: gb,
    channel_name: names[0],
    channel_name_en: names[1],
    channel_name_fr: names[2],
    unit,
    icon,
    order_num: index + 1,
    map_display: index < channelsOnMap,
    data_type: type,
    min_value: range[0],
    max_value: range[1],
    decimals,
    levels: JSON.stringify(bands ? makeLevels(bands) : []),
    aliases,
    slot: index + 1,
    create_by: 'system',
  };
}

function makeLevels(ends: readonly number[]) {
  return levels.slice(0, ends.length + 1).map(([colour, name, nameEn, nameFr], index) => ({
    upTo: ends[index] ?? null,
    colour,
    name,
    nameEn,
    nameFr,
  }));
}
