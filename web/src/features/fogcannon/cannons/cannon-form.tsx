import type { CannonDriver, fogCannon } from '@limpid/contract/fogcannon/cannon';
import { listCannonChoices } from '@limpid/contract/fogcannon/cannon-order';
import type { FieldName, RowOf } from '@limpid/contract/kit/row';
import { entity } from '@limpid/contract/site/entity';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { call } from '../../../api/call.ts';
import { CoordinateInput } from '../../../query/place/CoordinateInput.tsx';
import { OwnerPlacePicker } from '../../../query/place/PlacePicker.tsx';
import { FieldHint } from '../../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs, noteOf } from '../../../resource/form/FormFields.tsx';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { OptionPicker } from '../../../resource/form/OptionPicker.tsx';
import { NamedPicker } from '../NamedPicker.tsx';

type Name = FieldName<typeof fogCannon>;
type Row = RowOf<typeof fogCannon>;

const relays: readonly CannonDriver[] = ['modbusTcp', 'modbusDtu'];
const clouds: readonly CannonDriver[] = ['http', 'mqtt'];

/** The drivers that have a field; fields without a line belong to all of them. */
const fieldDrivers: Partial<Record<Name, readonly CannonDriver[]>> = {
  host: ['modbusTcp'],
  port: ['modbusTcp'],
  registration: ['modbusDtu'],
  dtuPassword: ['modbusDtu'],
  unit: relays,
  coil: relays,
  feedbackInput: relays,
  jogTiming: relays,
  account: clouds,
  password: clouds,
  brokerUrl: ['mqtt'],
  commandTopic: ['mqtt'],
  stateTopic: ['mqtt'],
  statusTopic: ['mqtt'],
  onlineText: ['mqtt'],
  tokenUrl: ['http'],
  tokenBody: ['http'],
  tokenPath: ['http'],
  authHeader: ['http'],
  method: ['http'],
  contentType: ['http'],
  onUrl: ['http'],
  offUrl: ['http'],
  jogUrl: ['http'],
  stateUrl: ['http'],
  onBody: clouds,
  offBody: clouds,
  jogBody: clouds,
  okPath: ['http'],
  okText: ['http'],
  statePath: clouds,
  onText: clouds,
  offText: clouds,
  onCommandId: ['hj212'],
  offCommandId: ['hj212'],
  jogCommandId: ['hj212'],
  jogParam: ['hj212'],
};

/** Fields that count only if another one is filled in. */
const dependent: Partial<Record<Name, Name>> = {
  tokenBody: 'tokenUrl',
  tokenPath: 'tokenUrl',
  onlineText: 'statusTopic',
  okText: 'okPath',
  jogParam: 'jogCommandId',
};
const stateFields: readonly Name[] = ['statePath', 'onText', 'offText'];

export function isCannonFieldShown(name: Name, values: Partial<Row>): boolean {
  const driver = values.driver ?? 'modbusTcp';
  if (!(fieldDrivers[name]?.includes(driver) ?? true)) return false;
  if (stateFields.includes(name)) return Boolean(driver === 'mqtt' ? values.stateTopic : values.stateUrl);
  if (name === 'jogBody' && driver === 'http') return Boolean(values.jogUrl);
  const condition = dependent[name];
  return condition === undefined || Boolean(values[condition]);
}

const hint = (text: string) => <FieldHint text={`fogcannon.notes.${text}`} />;
const template = (placeholder: string) => (
  <Input.TextArea
    autoSize={{ minRows: 2, maxRows: 8 }}
    placeholder={placeholder}
    spellCheck={false}
    style={{ fontFamily: 'var(--mono, monospace)' }}
  />
);

export const cannonInputs: FormInputs = {
  entityId: <OptionPicker resource={entity} shows="entityName" />,
  siteId: <ChoicePicker kind="sites" />,
  [noteOf('siteId')]: hint('site'),
  longitude: <CoordinateInput name="longitude" />,
  latitude: <CoordinateInput name="latitude" />,
  [belowField('reach')]: <OwnerPlacePicker />,
  [noteOf('jogSeconds')]: hint('jog'),
  host: <Input placeholder="192.168.1.30" spellCheck={false} />,
  [noteOf('registration')]: hint('registration'),
  [noteOf('feedbackInput')]: hint('feedback'),
  [noteOf('jogTiming')]: hint('jogTiming'),
  brokerUrl: <Input placeholder="mqtts://broker.example:8883" spellCheck={false} />,
  [noteOf('brokerUrl')]: hint('broker'),
  commandTopic: <Input placeholder="fog/1/cmd" spellCheck={false} />,
  stateTopic: <Input placeholder="fog/1/state" spellCheck={false} />,
  statusTopic: <Input placeholder="fog/1/status" spellCheck={false} />,
  [noteOf('statusTopic')]: hint('status'),
  authHeader: <Input placeholder="Authorization: Bearer {{token}}" spellCheck={false} />,
  tokenBody: template('{"user": "{{account}}", "password": "{{password}}"}'),
  onBody: template('{"relay1": 1, "id": "{{id}}", "expires": {{expires}}}'),
  offBody: template('{"relay1": 0, "id": "{{id}}"}'),
  jogBody: template('{"relay1": 1, "time": {{seconds}}, "id": "{{id}}", "expires": {{expires}}}'),
  [noteOf('jogBody')]: hint('template'),
  [noteOf('statePath')]: hint('statePath'),
  onCommandId: <ChoicePicker kind="commands" />,
  offCommandId: <ChoicePicker kind="commands" />,
  jogCommandId: <ChoicePicker kind="commands" />,
};

interface ChoicePickerProps extends FormControl<number | null> {
  kind: 'sites' | 'commands';
}

/** Chooses a site of the entity, or a command of the chosen station. */
function ChoicePicker({ kind, onChange, ...control }: ChoicePickerProps) {
  const form = Form.useFormInstance();
  const entityId: unknown = Form.useWatch('entityId', form);
  const siteId: unknown = Form.useWatch('siteId', form);
  const query = {
    ...(typeof entityId === 'number' && { entityId }),
    ...(kind === 'commands' && typeof siteId === 'number' && { siteId }),
  };
  const { data, isPending } = useQuery({
    queryKey: [listCannonChoices.path, query],
    queryFn: ({ signal }) => call(listCannonChoices, { query, signal }),
  });
  return (
    <NamedPicker
      {...control}
      allowClear
      choices={data?.[kind]}
      isLoading={isPending}
      onChange={(chosen) => onChange?.(typeof chosen === 'number' ? chosen : null)}
    />
  );
}
