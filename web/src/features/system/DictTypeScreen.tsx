import { dictType } from '@limpid/contract/system/dictionary';
import { Link } from 'react-router';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { rowId, toText } from '../../resource/row.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';

const cells: Cells = {
  dictType: (row) => (
    <Link to={`/dict/type/data/${rowId(dictType, row)}`}>
      <EllipsisText text={toText(row.dictType)} />
    </Link>
  ),
};

export default function DictTypeScreen() {
  return <ResourceScreen resource={dictType} cells={cells} />;
}
