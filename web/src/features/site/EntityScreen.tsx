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
import { FieldHint } from '../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs, noteOf } from '../../resource/form/FormFields.tsx';
import { TreePicker } from '../../resource/form/TreePicker.tsx';
import type { RowAction } from '../../resource/list/RowActions.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { AttachmentInput } from './AttachmentInput.tsx';
import { TimeDifferenceInput, ZoneInput } from './ZoneInput.tsx';

const forwardLooks: Record<string, string> = { normal: 'success', failing: 'danger', paused: 'warning' };

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
  const currentUser = useSession((session) => session.user);
  const cells: Cells<typeof entity> = {
    status: (row) => <StatusSwitch resource={entity} row={row} />,
    forwardState: (row) => {
      const state = row.forwardState ?? '';
      return <StatusDot look={forwardLooks[state]} text={t(`site.entity.fields.forwardState_${state}`)} />;
    },
  };
  const begin = () => ({ deptId: currentUser?.deptId ?? undefined, zone: defaultZone, timeDifference: 0 });
  const actions = ({ entityName }: RowOf<typeof entity>): RowAction[] => [
    {
      key: 'targets',
      text: t('forward.target.ofEntity'),
      run: () => void navigate(`/site/forwardTarget?entityName=${encodeURIComponent(entityName ?? '')}`),
    },
  ];
  return (
    <ResourceScreen
      resource={entity}
      cells={cells}
      inputs={inputs}
      initialValues={begin}
      rowActions={hasAnyPermission('site:forwardTarget:list') ? actions : undefined}
    />
  );
}
