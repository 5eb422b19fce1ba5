import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { entity } from '@limpid/contract/site/entity';
import { departmentChoices } from '@limpid/contract/system/department';
import { defaultZone } from '@limpid/contract/zone';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasAnyPermission, useSession } from '../../api/session.ts';
import { CoordinateInput } from '../../query/place/CoordinateInput.tsx';
import { PlacePicker } from '../../query/place/PlacePicker.tsx';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import { FieldHint } from '../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs, noteOf } from '../../resource/form/FormFields.tsx';
import { TreePicker } from '../../resource/form/TreePicker.tsx';
import type { RowAction } from '../../resource/list/RowActions.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';
import { targetRefreshMs, useTargetChanges } from '../forward/forward.api.ts';
import { AttachmentInput } from './AttachmentInput.tsx';
import { EntityForwarding, EntityLastForwarded, targetsPath } from './EntityForwarding.tsx';
import { TimeDifferenceInput, ZoneInput } from './ZoneInput.tsx';

const columns = {
  fields: orderColumns(entity, ['entityName', 'forwardState', 'forwardLastSuccessAt', 'deptId']),
  widths: {
    entityName: 'rest',
    forwardState: 152,
    forwardLastSuccessAt: 184,
    deptId: 128,
    siteCount: 80,
    status: 80,
  },
} as const;

const inputs: FormInputs = {
  deptId: <TreePicker endpoint={departmentChoices} />,
  zone: <ZoneInput />,
  timeDifference: <TimeDifferenceInput />,
  longitude: <CoordinateInput name="longitude" />,
  latitude: <CoordinateInput name="latitude" />,
  [belowField('latitude')]: <PlacePicker />,
  forwardAddress: <Input placeholder="host:8212#host:8212" />,
  [noteOf('forwardAddress')]: <FieldHint text="site.entity.notes.forwardAddress" />,
  file: <AttachmentInput />,
};

export default function EntityScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguage();
  useTargetChanges(entity.path);
  usePolledList(entity, targetRefreshMs);
  const currentUser = useSession((session) => session.user);
  const cells: Cells<typeof entity> = {
    status: (row) => <StatusSwitch resource={entity} row={row} />,
    entityName: (row) => (
      <TwoLines
        first={<EllipsisText text={localised(row, 'entityName', language) ?? ''} />}
        second={row.entityCode}
      />
    ),
    forwardState: (row) => <EntityForwarding row={row} />,
    forwardLastSuccessAt: (row) => <EntityLastForwarded row={row} />,
  };
  const begin = () => ({ deptId: currentUser?.deptId ?? undefined, zone: defaultZone, timeDifference: 0 });
  const actions = ({ entityName }: RowOf<typeof entity>): RowAction[] => [
    {
      key: 'targets',
      text: t('forward.target.ofEntity'),
      run: () => void navigate(targetsPath(entityName)),
    },
  ];
  return (
    <ResourceScreen
      resource={entity}
      columns={columns}
      cells={cells}
      inputs={inputs}
      initialValues={begin}
      rowActions={hasAnyPermission('site:forwardTarget:list') ? actions : undefined}
    />
  );
}
