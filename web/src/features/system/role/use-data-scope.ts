import type { RowOf } from '@limpid/contract/kit/row';
import { changeDataScope, role, roleDepartments } from '@limpid/contract/system/role';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallInput, call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { rowId } from '../../../resource/row/row.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { addAncestors } from './check-tree.ts';

const chosenDepartments = '2';
const ownRecords = '5';

export type DataScope = Body['dataScope'];

export function readDataScope(value: unknown): DataScope {
  return role.fields.dataScope.values.find((one) => one === value) ?? ownRecords;
}

/** The state of the dialog for a role's data scope. */
export function useDataScope(row: RowOf<typeof role>, onSaved: () => void) {
  const { t } = useTranslation();
  const roleId = rowId(role, row);
  const [dataScope, setDataScope] = useState(readDataScope(row.dataScope));
  const [isLinked, link] = useState(row.deptCheckStrictly !== false);
  const [ticked, setTicked] = useState<number[]>();
  const [problem, setProblem] = useState<string>();
  const departments = useQuery({
    queryKey: [roleDepartments.path, { roleId }],
    queryFn: ({ signal }) => call(roleDepartments, { params: { roleId }, signal, quiet: true }),
    // Loaded once per opening: reloading would replace the selection.
    staleTime: 'static',
    gcTime: 0,
  });
  const saving = useSaveScope(onSaved, setProblem);
  const nodes = departments.data?.depts;
  const chosen = ticked ?? departments.data?.checkedKeys ?? [];
  const isChoosing = dataScope === chosenDepartments;

  function save() {
    if (isChoosing && chosen.length === 0) return setProblem(t('system.role.scope.chooseOne'));
    const deptIds = isLinked ? addAncestors(nodes ?? [], chosen) : chosen;
    saving.mutate({ roleId, dataScope, deptCheckStrictly: isLinked, ...(isChoosing && { deptIds }) });
  }

  return {
    dataScope,
    choose(kind: DataScope) {
      setDataScope(kind);
      setProblem(undefined);
    },
    isChoosing,
    isLinked,
    link,
    nodes,
    chosen,
    tick(deptIds: number[]) {
      setTicked(deptIds);
      setProblem(undefined);
    },
    problem,
    error: departments.error,
    retry: () => void departments.refetch(),
    save,
    isSaving: saving.isPending,
  };
}

type Body = NonNullable<CallInput<typeof changeDataScope>['body']>;

/** Errors with a field appear in the dialog; the request layer shows the others. */
function useSaveScope(onSaved: () => void, onProblem: (text: string) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => call(changeDataScope, { body }),
    onSuccess() {
      getNotifier().success(t('system.role.scope.saved'));
      void invalidatePath(client, role.path);
      onSaved();
    },
    onError(error) {
      if (error instanceof CallError && error.field !== undefined) onProblem(error.message);
    },
  });
}
