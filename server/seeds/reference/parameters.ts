import type pg from 'pg';
import { insertRows } from '../insert.ts';

const parameters: [name: string, key: string, value: string, remark: string][] = [
  ['登录验证码开关', 'sys.account.captchaEnabled', 'true', 'true / false'],
  ['自助注册开关', 'sys.account.registerUser', 'false', 'true / false'],
  ['登录地址黑名单', 'sys.login.blackIPList', '', '10.0.0.1; 10.0.1.*; 10.0.2.1-10.0.2.9'],
  [
    '全局自定义配置',
    'global_custom_config',
    JSON.stringify({ UNLOAD_MAP_USER: '', AMAP_WEB_SERVER: '', AMAP_WEB_JSAPI: '', AMAP_WEB_JSAPICODE: '' }),
    'JSON',
  ],
];

export async function addParameters(client: pg.PoolClient): Promise<void> {
  const rows = parameters.map(([name, key, value, remark], index) => ({
    config_id: index + 1,
    config_name: name,
    config_key: key,
    config_value: value,
    config_type: 'Y',
    create_by: 'system',
    remark,
  }));
  await insertRows(client, 'sys_config', rows);
}
