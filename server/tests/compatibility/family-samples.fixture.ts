import type { JsonFields } from './family-client.fixture.ts';

/** A sample row of a resource, and the data that clients use with it. */
export interface FamilySample {
  path: string;
  permission: string;
  id: string;
  table: string;
  idColumn: string;
  row: JsonFields;
  /** A search that finds only this row. */
  search: JsonFields;
  change: JsonFields;
  /** The unique fields of a second row. */
  other: JsonFields;
  /** Where the texts of its fields are found. */
  texts: string;
  /** A column of the sheet to look at. */
  shown: string;
}

export const familySamples: FamilySample[] = [
  {
    path: '/system/post',
    permission: 'system:post',
    id: 'postId',
    table: 'sys_post',
    idColumn: 'post_id',
    row: { postCode: 'field-7', postName: '现场工程师', postSort: 7, status: '0', remark: '轮班' },
    search: { postCode: 'FIELD-', postName: '工程', status: '0' },
    other: { postCode: 'other', postName: 'other' },
    change: { postName: '现场运维', postSort: 8, status: '1' },
    texts: 'system.post',
    shown: 'postCode',
  },
  {
    path: '/system/config',
    permission: 'system:config',
    id: 'configId',
    table: 'sys_config',
    idColumn: 'config_id',
    row: {
      configName: '值班电话',
      configKey: 'duty.phone',
      configValue: '0571-1234',
      configType: 'N',
      remark: '',
    },
    search: { configName: '值班', configKey: 'duty.', configType: 'N' },
    other: { configKey: 'other.key' },
    change: { configName: '夜班电话', configValue: '0571-9999' },
    texts: 'system.parameter',
    shown: 'configKey',
  },
  {
    path: '/system/dict/type',
    permission: 'system:dict',
    id: 'dictId',
    table: 'sys_dict_type',
    idColumn: 'dict_id',
    row: { dictName: '天气', dictType: 'family_weather', status: '0', remark: '' },
    search: { dictName: '天', dictType: 'weath', status: '0' },
    other: { dictType: 'other_type' },
    change: { dictName: '天气现象', status: '1' },
    texts: 'system.dictType',
    shown: 'dictType',
  },
  {
    path: '/system/dict/data',
    permission: 'system:dict',
    id: 'dictCode',
    table: 'sys_dict_data',
    idColumn: 'dict_code',
    row: {
      dictType: 'sys_user_sex',
      dictLabel: '其他',
      dictValue: '9',
      dictSort: 9,
      listClass: 'default',
      cssClass: '',
      isDefault: 'N',
      status: '0',
      remark: '',
    },
    search: { dictType: 'sys_user_sex', dictLabel: '其', status: '0' },
    other: { dictValue: '8' },
    change: { dictLabel: '其它', dictSort: 10, listClass: 'info' },
    texts: 'system.dictData',
    shown: 'dictValue',
  },
];
