import { department } from '@limpid/contract/system/department';
import type { FormInputs } from '../../resource/form/FormFields.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import type { ResourceRow } from '../../resource/row.ts';
import { ParentPicker } from './ParentPicker.tsx';

const isStopped = (row: ResourceRow) => row.status === '1';
const isTop = (row: ResourceRow) => row.parentId === 0;
const inputs: FormInputs = { parentId: <ParentPicker resource={department} isClosed={isStopped} /> };

export default function DepartmentScreen() {
  return <ResourceScreen resource={department} inputs={inputs} isKept={isTop} />;
}
