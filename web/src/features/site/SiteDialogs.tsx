import type { RowOf } from '@limpid/contract/kit/row';
import type { site } from '@limpid/contract/site/site';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { SiteRulesDialog } from '../../query/alarm-rules/SiteRulesDialog.tsx';
import { useSiteLinks } from '../../query/links/screen-links.ts';
import type { RowAction } from '../../resource/list/RowActions.tsx';
import { useDialog } from '../../resource/row/use-dialog.ts';
import { CoefficientDialog } from './CoefficientDialog.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';

/** Further actions of a site, as far as permitted. */
export function useSiteDialogs() {
  const { t } = useTranslation();
  const history = useDialog<RowOf<typeof site>>();
  const key = useDialog<RowOf<typeof site>>();
  const rules = useDialog<RowOf<typeof site>>();
  const linksOf = useSiteLinks(t);
  const navigate = useNavigate();

  function actions(row: RowOf<typeof site>): RowAction[] {
    const found: RowAction[] = [];
    if (hasAnyPermission('site:site:query'))
      found.push({ key: 'history', text: t('site.site.history.action'), run: () => history.show(row) });
    if (hasAnyPermission('site:site:query', 'alarm:config:list'))
      found.push({ key: 'rules', text: t('alarm.rule.site.siteAction'), run: () => rules.show(row) });
    if (hasAnyPermission('site:site:edit'))
      found.push({ key: 'key', text: t('site.site.newKey.action'), run: () => key.show(row) });
    for (const { to, text } of linksOf(row.siteId))
      found.push({ key: to, text, run: () => void navigate(to) });
    return found;
  }

  return { history, key, rules, actions };
}

export function SiteDialogs({
  dialogs: { history, key, rules },
}: {
  dialogs: ReturnType<typeof useSiteDialogs>;
}) {
  return (
    <>
      {history.subject && (
        <CoefficientDialog
          key={`history${history.turn}`}
          open={history.open}
          row={history.subject}
          onClose={history.hide}
        />
      )}
      {rules.subject && (
        <SiteRulesDialog
          key={`rules${rules.turn}`}
          open={rules.open}
          siteId={rules.subject.siteId}
          siteName={rules.subject.siteName}
          onClose={rules.hide}
        />
      )}
      {key.subject && (
        <NewKeyDialog key={`key${key.turn}`} open={key.open} row={key.subject} onClose={key.hide} />
      )}
    </>
  );
}
