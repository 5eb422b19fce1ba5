import type pg from 'pg';
import { insertDictionaries, type SeededDictionary } from '../../dictionary-rows.ts';

const dictionaries: SeededDictionary[] = [
  {
    type: 'sys_user_sex',
    names: ['用户性别', 'Sex', 'Sexe'],
    entries: [
      ['0', '男', 'Male', 'Homme'],
      ['1', '女', 'Female', 'Femme'],
      ['2', '未知', 'Not stated', 'Non précisé'],
    ],
  },
  {
    type: 'sys_show_hide',
    names: ['菜单状态', 'Menu visibility', 'Visibilité des menus'],
    entries: [
      ['0', '显示', 'Shown', 'Affiché', 'primary'],
      ['1', '隐藏', 'Hidden', 'Masqué', 'danger'],
    ],
  },
  {
    type: 'sys_normal_disable',
    names: ['系统开关', 'Enabled or disabled', 'Activé ou désactivé'],
    entries: [
      ['0', '正常', 'Enabled', 'Activé', 'primary'],
      ['1', '停用', 'Disabled', 'Désactivé', 'danger'],
    ],
  },
  {
    type: 'sys_yes_no',
    names: ['系统是否', 'Yes or no', 'Oui ou non'],
    entries: [
      ['Y', '是', 'Yes', 'Oui', 'primary'],
      ['N', '否', 'No', 'Non', 'info'],
    ],
  },
  {
    type: 'sys_oper_type',
    names: ['操作类型', 'Type of operation', 'Type d’opération'],
    entries: [
      ['1', '新增', 'Add', 'Ajout', 'info'],
      ['2', '修改', 'Edit', 'Modification', 'info'],
      ['3', '删除', 'Delete', 'Suppression', 'danger'],
      ['4', '授权', 'Grant', 'Attribution', 'primary'],
      ['5', '导出', 'Export', 'Export', 'warning'],
      ['6', '导入', 'Import', 'Import', 'warning'],
      ['7', '强退', 'Force logout', 'Déconnexion forcée', 'danger'],
      ['9', '清空数据', 'Clear', 'Vidage', 'danger'],
      ['0', '其他', 'Other', 'Autre', 'info'],
    ],
  },
  {
    type: 'sys_common_status',
    names: ['系统状态', 'Outcome', 'Résultat'],
    entries: [
      ['0', '成功', 'Succeeded', 'Réussi', 'primary'],
      ['1', '失败', 'Failed', 'Échoué', 'danger'],
    ],
  },
];

export async function seedDictionaries(client: pg.PoolClient): Promise<void> {
  await insertDictionaries(client, dictionaries, { type: 1, entry: 1 });
}
