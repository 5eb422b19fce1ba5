import type { RowOf } from '@limpid/contract/kit/row';
import { department } from '@limpid/contract/system/department';
import type { FormInputs } from '../../../resource/form/FormFields.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { ParentPicker } from '../tree/ParentPicker.tsx';

const isStopped = (row: RowOf<typeof department>) => row.status === '1';
const isTop = (row: RowOf<typeof department>) => row.parentId === 0;
const inputs: FormInputs = { parentId: <ParentPicker resource={department} isClosed={isStopped} /> };

export default function DepartmentScreen() {
  return <ResourceScreen resource={department} inputs={inputs} isKept={isTop} />;
}
