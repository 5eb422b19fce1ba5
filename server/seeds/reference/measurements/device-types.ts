import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { getChannelId } from './channels.ts';

interface SeededDeviceType {
  code: string;
  names: Titles;
  protocol: string;
  /** Additional codes that this type of device sends, by channel code. */
  channels: Record<string, string[]>;
}

const weather = { TEM: [], RH: [], PRES: [], WS: [], WD: [] };

const types: SeededDeviceType[] = [
  {
    code: 'AMBIENT',
    names: ['环境空气自动站', 'Ambient air station', 'Station d’air ambiant'],
    protocol: 'hj212-2017',
    channels: { 'PM2.5': [], PM10: [], SO2: [], NO2: [], CO: [], O3: [], NO: [], NOx: [], ...weather },
  },
  {
    code: 'DUST',
    names: ['扬尘噪声监测仪', 'Construction dust monitor', 'Moniteur de poussières de chantier'],
    protocol: 'hj212-2017',
    channels: { 'PM2.5': [], PM10: [], TSP: [], Noise: [], ...weather },
  },
  {
    code: 'MICRO',
    names: ['微型空气站', 'Micro air station', 'Micro-station de l’air'],
    protocol: 'hj212-2005',
    channels: {
      'PM2.5': ['PM2_5'],
      PM10: [],
      SO2: [],
      NO2: [],
      CO: [],
      // Some devices send these codes, to which the standards give another meaning.
      O3: ['w34011', 'a21030'],
      TVOC: [],
      Noise: [],
      ...weather,
      TEM: ['T'],
      RH: ['H'],
      PRES: ['P', 'BP'],
    },
  },
];

export async function seedDeviceTypes(client: pg.PoolClient): Promise<void> {
  await insertRows(
    client,
    'basic_device_type',
    types.map(({ code, names: [zh, en, fr], protocol }, index) => ({
      device_type_id: index + 1,
      type_code: code,
      type_name: zh,
      type_name_en: en,
      type_name_fr: fr,
      protocol,
      create_by: 'system',
    })),
  );
  await insertRows(client, 'basic_device_type_channel', types.flatMap(listChannels));
}

function listChannels({ channels }: SeededDeviceType, type: number) {
  return Object.entries(channels).map(([code, aliases], index) => ({
    device_type_id: type + 1,
    channel_id: getChannelId(code),
    aliases,
    order_num: index + 1,
  }));
}
