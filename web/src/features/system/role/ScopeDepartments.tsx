import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { CheckTree } from './CheckTree.tsx';
import type { useDataScope } from './use-data-scope.ts';

/** The departments of a custom data scope. */
export function ScopeDepartments({ scope }: { scope: ReturnType<typeof useDataScope> }) {
  const { t } = useTranslation();
  if (scope.error) {
    return (
      <ErrorState
        title={t('system.role.tree.failed')}
        detail={scope.error.message}
        retryText={t('kit.states.retry')}
        onRetry={scope.retry}
      />
    );
  }
  return (
    <CheckTree
      label={t('system.role.fields.deptIds')}
      nodes={scope.nodes}
      chosen={scope.chosen}
      onChoose={scope.tick}
      isLinked={scope.isLinked}
      linkSwitch={
        <Checkbox checked={scope.isLinked} onChange={(event) => scope.link(event.target.checked)}>
          {t('system.role.tree.linked')}
        </Checkbox>
      }
    />
  );
}
