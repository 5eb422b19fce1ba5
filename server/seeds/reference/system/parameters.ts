import type pg from 'pg';
import type { Titles } from '../../insert.ts';
import { insertParameters } from '../../parameter-rows.ts';

const parameters: [titles: Titles, key: string, value: string, remark: string][] = [
  [
    ['登录验证码开关', 'Captcha at login', 'Captcha à la connexion'],
    'sys.account.captchaEnabled',
    'true',
    'true / false',
  ],
  [
    ['自助注册开关', 'Self-registration', 'Inscription libre'],
    'sys.account.registerUser',
    'false',
    'true / false',
  ],
  [
    ['登录地址黑名单', 'Addresses refused at login', 'Adresses refusées à la connexion'],
    'sys.login.blackIPList',
    '',
    '10.0.0.1; 10.0.1.*; 10.0.2.1-10.0.2.9',
  ],
  [
    ['全局自定义配置', 'Global custom settings', 'Réglages personnalisés globaux'],
    'global_custom_config',
    JSON.stringify({ UNLOAD_MAP_USER: '', AMAP_WEB_SERVER: '', AMAP_WEB_JSAPI: '', AMAP_WEB_JSAPICODE: '' }),
    'JSON',
  ],
];

export async function seedParameters(client: pg.PoolClient): Promise<void> {
  const rows = parameters.map(([titles, key, value, remark], index) => ({
    id: index + 1,
    titles,
    key,
    value,
    remark,
  }));
  await insertParameters(client, rows);
}
