import { listRotaChoices, notifyRota } from '@limpid/contract/alarm/notify-rota';
import { departmentChoices } from '@limpid/contract/system/department';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { RuleSeverity } from '../../../query/alarm-rules/RuleSeverity.tsx';
import { FieldNote } from '../../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs } from '../../../resource/form/FormFields.tsx';
import { PartsInput } from '../../../resource/form/PartsInput.tsx';
import { TreePicker } from '../../../resource/form/TreePicker.tsx';
import { ZoneSelect } from '../../../resource/form/ZoneSelect.tsx';
import { StatusSwitch } from '../../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import { RotaGapAlert, RotaPeople } from './RotaGaps.tsx';
import { WeekdaysInput } from './WeekdaysInput.tsx';

const newShift = { weekdays: '1,2,3,4,5,6,7', fromTime: '08:00', toTime: '20:00' };

const cells: Cells<typeof notifyRota> = {
  status: (row) => <StatusSwitch resource={notifyRota} row={row} />,
  minSeverity: ({ minSeverity }) => <RuleSeverity severity={minSeverity ?? ''} />,
  onCall: ({ onCall, shifts }) => <RotaPeople people={onCall ?? ''} shifts={shifts ?? []} />,
};

export default function RotaScreen() {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  const { data } = useQuery({
    queryKey: [listRotaChoices.path],
    queryFn: ({ signal }) => call(listRotaChoices, { signal }),
  });
  const people = data?.people.map(({ userId, nickName, userName }) => ({
    value: userId,
    label: `${nickName} (${userName})`,
  }));
  const ofShift = {
    userId: <ChoiceSelect options={people} />,
    weekdays: <WeekdaysInput />,
    // The time control of browsers shows the format of the browser's language instead of the page's.
    fromTime: <Input placeholder="08:00" />,
    toTime: <Input placeholder="20:00" />,
    nextUserId: <ChoiceSelect options={people} allowClear />,
  };
  const inputs: FormInputs = {
    deptId: <TreePicker endpoint={departmentChoices} />,
    ruleIds: (
      <ChoiceSelect
        several
        placeholder={t('notify.rota.allRules')}
        options={data?.rules.map(({ ruleId, ruleName }) => ({ value: ruleId, label: ruleName }))}
      />
    ),
    notifyChannelIds: (
      <ChoiceSelect
        several
        options={data?.channels.map(({ notifyChannelId, notifyChannelName }) => ({
          value: notifyChannelId,
          label: notifyChannelName,
        }))}
      />
    ),
    zone: <ZoneSelect />,
    shifts: <PartsInput field={notifyRota.fields.shifts} inputs={ofShift} initialValues={newShift} />,
    [belowField('shifts')]: (
      <>
        <FieldNote text="notify.rota.shiftsNote" />
        <RotaGapAlert />
      </>
    ),
  };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const begin = () => ({ deptId: user?.deptId ?? undefined, zone, shifts: [] });
  return <ResourceScreen resource={notifyRota} cells={cells} inputs={inputs} initialValues={begin} />;
}
