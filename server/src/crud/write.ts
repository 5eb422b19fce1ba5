import { fail } from '@limpid/contract/errors';
import { fieldEntries, fieldLabel, isStored, isWritable, type Resource } from '@limpid/contract/kit/resource';
import { checkDepartment, type ScopeColumns } from '../platform/auth/scope.store.ts';
import { violatedConstraint } from '../platform/db/database.ts';
import { checkChoices } from './choices.ts';
import type { Definition, FieldValues, Writer, WriteValues } from './definition.ts';
import { findRow, withAnyTable } from './list.ts';
import { sealParts } from './part-secrets.ts';

/** Returns the id of the new row. */
export async function addRow<R extends Resource, C extends object>(
  typed: Definition<R, C>,
  writer: Writer,
  given: WriteValues<R, C>,
): Promise<number> {
  const definition: Definition = typed;
  const { resource, table } = definition;
  const values = { ...pickDefaults(definition), ...given };
  await checkChoices(writer.dictionaries, resource, values);
  await claimOwnership(definition, writer, values);
  await definition.beforeWrite?.(values, writer, undefined);
  const row = await nameViolatedField(definition, () =>
    withAnyTable(writer.db)
      .insertInto(table)
      .values({ ...makeColumns(definition, values, undefined), createBy: writer.caller.userName })
      .returning(resource.id)
      .executeTakeFirstOrThrow(),
  );
  const id = Number(row[resource.id]);
  await definition.afterWrite?.(id, values, writer, undefined);
  return id;
}

export async function editRow<R extends Resource, C extends object>(
  typed: Definition<R, C>,
  writer: Writer,
  id: number,
  given: WriteValues<R, C>,
): Promise<void> {
  const definition: Definition = typed;
  const { resource, table } = definition;
  const before = await findWritableRow(definition, writer, id);
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => !resource.fields[name]?.fixed));
  const { scope } = definition;
  if (typeof scope === 'object' && scope.dept in values && values[scope.dept] !== before[scope.dept]) {
    await checkOwnership(scope, writer, { ...before, ...values });
  }
  // An unchanged value may stay even if its dictionary no longer has it.
  const changed = Object.entries(values).filter(([name, value]) => value !== before[name]);
  await checkChoices(writer.dictionaries, resource, Object.fromEntries(changed));
  await definition.beforeWrite?.(values, writer, before);
  await nameViolatedField(definition, () =>
    withAnyTable(writer.db)
      .updateTable(table)
      .set({
        ...makeColumns(definition, values, before),
        updateBy: writer.caller.userName,
        updateTime: writer.clock.now(),
      })
      .where(resource.id, '=', id)
      .execute(),
  );
  await definition.afterWrite?.(id, values, writer, before);
}

async function findWritableRow(definition: Definition, { db, scope }: Writer, id: number) {
  const row = await findRow(db, { ...definition, readScope: undefined }, scope, id);
  if (row) return row;
  const isReadable = definition.readScope && (await findRow(db, definition, scope, id));
  return fail(isReadable ? 'scope.denied' : 'row.gone');
}

/** Removes the rows one by one, so that an error can name the row that is still in use. */
export async function removeRows(
  definition: Definition,
  writer: Writer,
  ids: readonly number[],
): Promise<void> {
  const { resource } = definition;
  for (const id of ids) {
    const row = await findWritableRow(definition, writer, id);
    await definition.beforeRemove?.(row, writer);
    await removeRow(definition, writer, id).catch((error: unknown) => {
      if (violatedConstraint(error)?.kind === 'foreign')
        fail('row.in_use', { name: String(row[resource.name]) });
      throw error;
    });
  }
}

function removeRow({ table, resource, keepsRemoved }: Definition, { db, clock, caller }: Writer, id: number) {
  const rows = withAnyTable(db);
  if (!keepsRemoved) return rows.deleteFrom(table).where(resource.id, '=', id).execute();
  const mark = { delFlag: '2', updateBy: caller.userName, updateTime: clock.now() };
  return rows.updateTable(table).set(mark).where(resource.id, '=', id).execute();
}

/** Includes columns that hooks added; fields that are kept apart are not columns. */
function makeColumns(
  { resource, secrets }: Definition,
  values: FieldValues,
  before: FieldValues = {},
): FieldValues {
  const columns: FieldValues = {};
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name];
    if (field && !isStored(field)) continue;
    if (field?.kind === 'parts')
      columns[name] = JSON.stringify(
        sealParts(name, field, { given: value as FieldValues[], before: before[name], secrets }),
      );
    else if (field?.kind !== 'secret') columns[name] = value;
    else if (value === false) columns[name] = null;
    else if (typeof value === 'string') columns[name] = secrets?.seal(value) ?? fail('system.unknown');
  }
  return columns;
}

function pickDefaults({ resource }: Definition): FieldValues {
  const entries = fieldEntries(resource).filter(([, field]) => isWritable(field) && 'default' in field);
  return Object.fromEntries(
    entries.map(([name, field]) => [name, 'default' in field ? field.default : undefined]),
  );
}

/** A new row belongs to a department in the caller's data scope, by default the caller's own. */
async function claimOwnership(
  { scope, resource }: Definition,
  writer: Writer,
  values: FieldValues,
): Promise<void> {
  // A department does not belong to one: its own rules check its parent.
  if (typeof scope !== 'object' || scope.dept === resource.id) return;
  // A new user does not belong to its creator.
  if (scope.user && scope.user !== resource.id) values[scope.user] ??= writer.caller.userId;
  values[scope.dept] ??= writer.caller.deptId;
  await checkOwnership(scope, writer, values);
}

/** Refuses a department outside the data scope. The scope "own records" allows the caller's own department. */
async function checkOwnership(
  columns: ScopeColumns,
  { db, caller, scope }: Writer,
  row: FieldValues,
): Promise<void> {
  const isOwn = columns.user && row[columns.user] === caller.userId && row[columns.dept] === caller.deptId;
  if (!scope.all && scope.self && isOwn) return;
  await checkDepartment(db, scope, row[columns.dept]);
}

/** Turns a violated constraint, named `<table>_<column>`, into an error of that field. */
async function nameViolatedField<V>({ resource }: Definition, write: () => Promise<V>): Promise<V> {
  return write().catch((error: unknown) => {
    const violated = violatedConstraint(error);
    const field =
      violated && Object.keys(resource.fields).find((name) => violated.name.endsWith(`_${toSnake(name)}`));
    if (!field) throw error;
    const key = violated.kind === 'unique' ? 'field.taken' : 'field.choice';
    return fail(key, { label: fieldLabel(resource, field) }, field);
  });
}

function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
