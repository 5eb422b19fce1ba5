import { id, integer, nameFields, parts, refs, secret, text } from '@limpid/contract/kit/field';
import { resource } from '@limpid/contract/kit/resource';
import type { RowOf, ValuesOf } from '@limpid/contract/kit/row';
import { expect, it } from 'vitest';
import type { App } from '../platform/app.ts';
import type { Scope } from '../platform/auth/scope.rule.ts';
import { crud } from './crud.ts';
import type { Definition } from './definition.ts';
import { findRow } from './list.ts';

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
    pin: secret({ max: 4 }),
    marks: parts({ max: 3, of: { at: integer({ required: true }), note: text({ max: 5 }) } }),
    ownerIds: refs({}),
  },
});

function useHooks(app: App): void {
  crud(app, probe, {
    table: 'probe',
    beforeWrite(values, _writer, before) {
      const height: number | null | undefined = values.height ?? before?.height;
      values.probeNameFr = height === null ? null : 'grand';
      // @ts-expect-error a misspelt field
      values.hieght = 1;
      // @ts-expect-error a misspelt field of the stored row
      fill(before?.probeNme);
      // @ts-expect-error the wrong type
      values.height = 'tall';
      // @ts-expect-error a required field is never emptied
      values.probeCode = null;
      // @ts-expect-error what is kept apart is not in the stored row
      fill(before?.ownerIds);
    },
    afterWrite(_id, given) {
      fill(given.ownerIds?.length);
      fill(given.marks?.map(({ at }) => at));
      // @ts-expect-error a misspelt field of a part
      fill(given.marks?.map(({ att }) => att));
    },
    beforeRemove(row) {
      const { probeCode, pin }: { probeCode: string; pin: string | null } = row;
      fill([probeCode, pin]);
      // @ts-expect-error a misspelt field
      fill(row.probeCod);
    },
    complete: async (row) => ({ ...row, ownerIds: [1] }),
    // @ts-expect-error a misspelt field
    prepareImport: async () => ({ readers: { height: Number }, keeps: ['heigth'] }),
  });
}

const withColumns: Definition<typeof probe, { sealedBy: string }> = {
  resource: probe,
  table: 'probe',
  beforeWrite(values, _writer, before) {
    values.sealedBy = before?.sealedBy ?? 'nobody';
    // @ts-expect-error a misspelt column
    values.sealdBy = 'nobody';
  },
};

async function readRow({ db }: App, scope: Scope): Promise<void> {
  const row = await findRow(db, withColumns, scope, 1);
  fill(row?.sealedBy.length);
  // @ts-expect-error a misspelt field
  fill(row?.sealedby);
}

const wireRow: Pick<RowOf<typeof probe>, 'pin' | 'height'> = { pin: true, height: null };
const written: ValuesOf<typeof probe> = { pin: '1234', height: null };

function fill(_value: unknown): void {}

// The static checks include types: a line below a directive that compiles after all makes the directive an error.
it('knows the fields of its resource in every hook', () => {
  expect([useHooks, readRow, wireRow, written]).toHaveLength(4);
});
