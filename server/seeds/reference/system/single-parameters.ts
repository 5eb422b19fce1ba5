import { liveSwitch } from '@limpid/contract/live';
import type pg from 'pg';
import { insertParameters, type SeededParameter } from '../../parameter-rows.ts';

/** Each parameter is a seed of its own: it came in a later version. */
const seedParameter = (parameter: SeededParameter) => (client: pg.PoolClient) =>
  insertParameters(client, [parameter]);

/** Whether users may choose colours and layout; off until an administrator turns it on. */
export const seedSettingsPanel = seedParameter({
  id: 10,
  titles: ['界面设置面板开关', 'Display settings panel', 'Panneau des réglages d’affichage'],
  key: 'sys.index.showSettings',
  value: 'false',
  remark: 'true / false',
});

/** Whether the server pushes messages over the live socket. */
export const seedLiveSwitch = seedParameter({
  id: 15,
  titles: ['实时推送开关', 'Live messages', 'Messages en direct'],
  key: liveSwitch,
  value: 'true',
  remark: 'true / false',
});

/** The address behind the QR code of the login page; empty while there is no mobile app. */
export const seedAppDownload = seedParameter({
  id: 14,
  titles: ['移动应用下载地址', 'Address of the mobile app', 'Adresse de l’application mobile'],
  key: 'sys.app.download',
  value: '',
  remark: 'https://…',
});

/** Connections per address that have not had a packet accepted yet. */
export const seedGatewayLimits = seedParameter({
  id: 80,
  titles: [
    '单地址未验证连接上限',
    'Unproven station connections per address',
    'Connexions de stations non vérifiées par adresse',
  ],
  key: 'gateway.unprovenConnections',
  value: '200',
  remark: '1–99999',
});

/** Days after which a session ends, even if it is in use. */
export const seedSessionLifetime = seedParameter({
  id: 90,
  titles: ['会话最长天数', 'Longest session in days', 'Durée maximale d’une session en jours'],
  key: 'sys.account.sessionDays',
  value: '30',
  remark: '1–9999',
});

/** Whether clients of 2.x may log in with the password in the URL; off until an administrator turns it on. */
export const seedQueryCredentials = seedParameter({
  id: 91,
  titles: [
    '允许登录信息放在网址中（2.x 客户端）',
    'Login data in the address (clients of 2.x)',
    'Identifiants dans l’adresse (clients 2.x)',
  ],
  key: 'sys.login.queryCredentials',
  value: 'false',
  remark: 'true / false',
});

/** The share of a city's reference stations that must be valid for its mean; no standard has confirmed the number. */
export const seedCityShare = seedParameter({
  id: 92,
  titles: [
    '城市均值所需有效国控站点比例（%）',
    'Valid stations for the mean of a city (%)',
    'Stations valides pour la moyenne d’une ville (%)',
  ],
  key: 'reference.cityValidPercent',
  value: '75',
  remark:
    '1–100。默认值未经标准确认。The default is unconfirmed: no standard states it. ' +
    'Valeur par défaut non confirmée par une norme.',
});
