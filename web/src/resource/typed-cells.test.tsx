import { id, integer, nameFields, text } from '@limpid/contract/kit/field';
import { resource } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { expect, it } from 'vitest';
import { useResourceList } from './list/use-resource-list.ts';
import type { Cells } from './list/use-table-columns.tsx';
import { ResourceScreen } from './ResourceScreen.tsx';
import { useRow } from './row/use-row.ts';

const probe = resource({
  path: '/test/probe',
  permission: 'test:probe',
  texts: 'test.probe',
  id: 'probeId',
  name: 'probeName',
  key: ['probeCode'],
  order: [{ by: 'probeCode' }],
  fields: {
    probeId: id(),
    probeCode: text({ required: true, max: 20 }),
    ...nameFields('probeName', { required: true, max: 20 }),
    height: integer({}),
  },
});

const cells: Cells<typeof probe> = {
  probeCode: (row) => row.probeCode.length,
  height: (row) => (row.height ?? 0) + 1,
  // @ts-expect-error a misspelt field
  probeName: (row) => row.probeNme,
  // @ts-expect-error a cell of a field that does not exist
  hieght: () => null,
};

function ProbeScreen() {
  return (
    <ResourceScreen
      resource={probe}
      cells={cells}
      isFieldShown={(name, { height }) => name !== 'probeCode' || height !== null}
      // @ts-expect-error a misspelt field of the row
      isKept={(row) => row.hieght === 1}
      // @ts-expect-error a misspelt field of a new row
      initialValues={() => ({ hieght: 1 })}
      rowActions={(row) => [
        { key: 'code', text: row.probeCode, run: () => {} },
        // @ts-expect-error a misspelt field of the row
        { key: 'name', text: row.probeNam, run: () => {} },
      ]}
    />
  );
}

function useProbe() {
  const endpoints = resourceEndpoints(probe);
  const list = useResourceList({ resource: probe, endpoints });
  const one = useRow(endpoints, 1);
  // @ts-expect-error a misspelt field of a listed row
  return [list.rows[0]?.probeCode, one.data?.height, list.rows[0]?.probeCde];
}

// The static checks include types: a line below a directive that compiles after all makes the directive an error.
it('knows the fields of the resource in cells, actions and rows', () => {
  expect([cells, ProbeScreen, useProbe]).toHaveLength(3);
});
