import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../api/session.ts';
import { useAddressPart } from '../../query/state/use-address-part.ts';
import frame from '../../resource/resource.module.css';
import { ReportTab } from './list/ReportTab.tsx';
import { PlanTab } from './plans/PlanTab.tsx';
import { TemplateTab } from './templates/TemplateTab.tsx';

const tabs = ['reports', 'plans', 'templates'] as const;
const permissions = {
  reports: 'analysis:report:list',
  plans: 'analysis:reportPlan:list',
  templates: 'analysis:reportTemplate:list',
} as const;
const screens = { reports: <ReportTab />, plans: <PlanTab />, templates: <TemplateTab /> };

/** Reports that were made, which are made by schedule, and what they contain. */
export default function ReportScreen() {
  const { t } = useTranslation();
  const [tab, setTab] = useAddressPart('tab', tabs, 'reports');
  const shown = tabs.filter((name) => hasAnyPermission(permissions[name]));
  if (shown.length === 1) return screens.reports;
  return (
    <section aria-label={t('report.report.title')} className={frame.screen}>
      <Tabs
        items={shown.map((key) => ({ key, label: t(`report.tabs.${key}`), children: screens[key] }))}
        activeKey={tab}
        destroyOnHidden
        onChange={(key) => setTab(tabs.find((name) => name === key) ?? 'reports')}
      />
    </section>
  );
}
