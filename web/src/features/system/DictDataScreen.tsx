import { ArrowLeftOutlined } from '@ant-design/icons';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { dictData, dictType } from '@limpid/contract/system/dictionary';
import { useQuery } from '@tanstack/react-query';
import { Select, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '../../api/call.ts';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { RowState } from '../../resource/RowState.tsx';
import { rowId, rowName, textOf } from '../../resource/row.ts';
import { useLanguage } from '../../resource/useLanguage.ts';
import { useRow } from '../../resource/useRow.ts';

const types = resourceEndpoints(dictType);
const all = { pageNum: 1, pageSize: 1000 };

export default function DictDataScreen() {
  const id = Number(useParams().dictId);
  const type = useRow(types, id);
  if (!type.data) return <RowState row={type} lines={12} />;
  const fixed = { dictType: textOf(type.data.dictType) };
  return <ResourceScreen resource={dictData} fixedFilter={fixed} heading={<TypeChoice id={id} />} />;
}

/** Which dictionary the entries belong to, with the way to another one and back to all of them. */
function TypeChoice({ id }: { id: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: [types.list.path, all],
    queryFn: ({ signal }) => call(types.list, { query: all, signal }),
  });
  const options = data?.rows.map((row) => ({
    value: rowId(dictType, row),
    label: `${rowName(dictType, row, language)} · ${textOf(row.dictType)}`,
  }));
  return (
    <Space size="middle" wrap>
      <Link to="/system/dict">
        <ArrowLeftOutlined aria-hidden /> {t('system.dictType.title')}
      </Link>
      <Select
        aria-label={t('system.dictData.fields.dictType')}
        value={options && id}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        style={{ width: 320, maxWidth: '100%' }}
        onChange={(next) => navigate(`/dict/type/data/${next}`)}
      />
    </Space>
  );
}
