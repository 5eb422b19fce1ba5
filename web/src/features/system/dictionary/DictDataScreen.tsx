import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { dictData, dictType } from '@limpid/contract/system/dictionary';
import { Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ResourceSelect } from '../../../resource/form/ResourceSelect.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { BackLink } from '../../../resource/row/BackLink.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useRow } from '../../../resource/row/use-row.ts';
import { useSetPageName } from '../../../ui/page-name.ts';

const types = resourceEndpoints(dictType);

export default function DictDataScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = Number(useParams().dictId);
  const type = useRow(types, id);
  const code = type.data?.dictType;
  useSetPageName(`/dict/type/data/${id}`, code);
  if (!code) return <RowState row={type} lines={12} />;
  const heading = (
    <Space size="middle" wrap>
      <BackLink to="/system/dict" text={t('system.dictType.title')} />
      <ResourceSelect
        resource={dictType}
        value={id}
        onChange={(next) => navigate(`/dict/type/data/${next}`)}
      />
    </Space>
  );
  return <ResourceScreen resource={dictData} fixedFilter={{ dictType: code }} heading={heading} />;
}
