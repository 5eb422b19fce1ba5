import { dictType } from '@limpid/contract/system/dictionary';
import { Link } from 'react-router';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';

const cells: Cells<typeof dictType> = {
  dictType: (row) => (
    <Link to={`/dict/type/data/${rowId(dictType, row)}`}>
      <EllipsisText text={row.dictType} />
    </Link>
  ),
};

export default function DictTypeScreen() {
  return <ResourceScreen resource={dictType} cells={cells} />;
}
