import { forwardTarget } from '@limpid/contract/forward/target';
import type { FieldName, RowOf } from '@limpid/contract/kit/row';
import { Input } from 'antd';
import { FieldHint } from '../../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../../resource/form/FormFields.tsx';
import { PartsInput } from '../../../resource/form/PartsInput.tsx';
import { ZoneSelect } from '../../../resource/form/ZoneSelect.tsx';
import { EntityPicker, TargetChannelPicker } from './TargetPickers.tsx';
import { TargetSites } from './TargetSites.tsx';
import { ZoneNote } from './ZoneNote.tsx';

type Name = FieldName<typeof forwardTarget>;
type Row = RowOf<typeof forwardTarget>;

const hj212 = ['hj212-2005', 'hj212-2017', 'hj212-2025'];

/** The protocols that have a field; fields without a line belong to all of them. */
const fieldProtocols: Partial<Record<Name, readonly string[]>> = {
  topic: ['mqtt'],
  username: ['mqtt'],
  systemCode: hj212,
  crcMode: hj212,
  wantsAnswer: hj212,
  ownConnections: hj212,
  password: [...hj212, 'mqtt'],
  sm4Key: ['hj212-2025'],
  headerName: ['json'],
  headerValue: ['json'],
  caCertificate: ['json', 'mqtt'],
};

export function isTargetFieldShown(name: Name, { protocol }: Partial<Row>): boolean {
  return fieldProtocols[name]?.includes(protocol ?? 'hj212-2017') ?? true;
}

const hint = (name: string) => <FieldHint text={`forward.target.notes.${name}`} />;

export const targetInputs: FormInputs = {
  entityId: <EntityPicker />,
  address: <Input placeholder="receiver.example:8212" spellCheck={false} />,
  [noteOf('address')]: hint('address'),
  topic: <Input placeholder="air/{mn}/data" spellCheck={false} />,
  [noteOf('topic')]: hint('topic'),
  [noteOf('allSites')]: hint('allSites'),
  sites: <TargetSites />,
  [noteOf('sites')]: hint('sites'),
  factors: (
    <PartsInput field={forwardTarget.fields.factors} inputs={{ channelCode: <TargetChannelPicker /> }} />
  ),
  [noteOf('factors')]: hint('factors'),
  zone: <ZoneSelect />,
  [noteOf('zone')]: <ZoneNote />,
  [noteOf('minGapMs')]: hint('minGapMs'),
  [noteOf('maxRows')]: hint('maxRows'),
  [noteOf('password')]: hint('secret'),
  [noteOf('headerValue')]: hint('secret'),
};
