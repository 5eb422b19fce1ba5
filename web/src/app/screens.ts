import type { ComponentType } from 'react';
import { fetchOnDemand } from './fetch-on-demand.tsx';
import { homeScreens, type LoadScreen } from './home-screens.ts';
import { loadOtherTexts } from './i18n.ts';

/** All screens but the home screens, by the component path of their menu. */
const otherScreens: Record<string, LoadScreen> = {
  index: () => import('../features/monitor/overview/OverviewScreen.tsx'),
  'system/user/profile/index': () => import('../features/system/profile/ProfileScreen.tsx'),
  'system/user/index': () => import('../features/system/user/UserScreen.tsx'),
  'system/role/index': () => import('../features/system/role/RoleScreen.tsx'),
  'system/role/authUser': () => import('../features/system/role/RoleUserScreen.tsx'),
  'system/menu/index': () => import('../features/system/menu/MenuScreen.tsx'),
  'system/dept/index': () => import('../features/system/department/DepartmentScreen.tsx'),
  'system/post/index': () => import('../features/system/post/PostScreen.tsx'),
  'system/config/index': () => import('../features/system/parameter/ParameterScreen.tsx'),
  'system/map/index': () => import('../features/system/map/MapSettingsScreen.tsx'),
  'system/personalization/index': () =>
    import('../features/system/personalization/PersonalizationScreen.tsx'),
  'system/dict/index': () => import('../features/system/dictionary/DictTypeScreen.tsx'),
  'monitor/overview/index': () => import('../features/monitor/overview/OverviewScreen.tsx'),
  'monitor/job/index': () => import('../features/monitor/task/JobScreen.tsx'),
  'monitor/job/log': () => import('../features/monitor/task/JobLogScreen.tsx'),
  'monitor/client/index': () => import('../features/monitor/client/ClientScreen.tsx'),
  'monitor/online/index': () => import('../features/monitor/OnlineScreen.tsx'),
  'monitor/operlog/index': () => import('../features/monitor/OperationLogScreen.tsx'),
  'monitor/logininfor/index': () => import('../features/monitor/LoginLogScreen.tsx'),
  'log/forward/index': () => import('../features/monitor/ForwardLogScreen.tsx'),
  'log/dataModify/index': () => import('../features/monitor/DataLogScreen.tsx'),
  'log/error/index': () => import('../features/monitor/ErrorLogScreen.tsx'),
  'tool/swagger/index': () => import('../features/tools/interface/InterfaceScreen.tsx'),
  'system/notice/index': () => import('../features/system/notice/NoticeScreen.tsx'),
  'system/dict/data': () => import('../features/system/dictionary/DictDataScreen.tsx'),
  'basic/channel/index': () => import('../features/basedata/ChannelScreen.tsx'),
  'basic/deviceType/index': () => import('../features/basedata/DeviceTypeScreen.tsx'),
  'device/equipment/index': () => import('../features/device/EquipmentScreen.tsx'),
  'device/log/index': () => import('../features/device/DeviceLogScreen.tsx'),
  'basic/command/index': () => import('../features/device/CommandScreen.tsx'),
  'basic/commandParam/index': () => import('../features/device/CommandParamScreen.tsx'),
  'basic/sensorType/index': () => import('../features/basedata/SensorTypeScreen.tsx'),
  'site/entity/index': () => import('../features/site/EntityScreen.tsx'),
  'site/forwardTarget/index': () => import('../features/forward/ForwardTargetScreen.tsx'),
  'site/forwardTarget/page': () => import('../features/forward/ForwardTargetPageScreen.tsx'),
  'site/calibration/index': () => import('../features/calibration/CalibrationScreen.tsx'),
  'data/realtime/index': () => import('../features/data/RealtimeScreen.tsx'),
  'basic/dataRule/index': () => import('../features/quality/DataRuleScreen.tsx'),
  'data/audit/index': () => import('../features/quality/DataAuditScreen.tsx'),
  'alarm/config/index': () => import('../features/alarm/AlarmRuleScreen.tsx'),
  'alarm/channel/index': () => import('../features/alarm/notify/NotifyChannelScreen.tsx'),
  'alarm/subscription/index': () => import('../features/alarm/notify/SubscriptionScreen.tsx'),
  'alarm/rota/index': () => import('../features/alarm/notify/RotaScreen.tsx'),
  'alarm/delivery/index': () => import('../features/alarm/notify/AlarmDeliveryScreen.tsx'),
  'alarm/log/index': () => import('../features/alarm/AlarmLogScreen.tsx'),
  'fog/gun/index': () => import('../features/fogcannon/CannonScreen.tsx'),
  'fog/linkage/index': () => import('../features/fogcannon/LinkageScreen.tsx'),
  'fog/decision/index': () => import('../features/fogcannon/DecisionScreen.tsx'),
  'fog/run/index': () => import('../features/fogcannon/CannonRunScreen.tsx'),
  'analysis/contrast/index': () => import('../features/analysis/ContrastScreen.tsx'),
  'analysis/realtime/index': () => import('../features/analysis/UnusualScreen.tsx'),
  'analysis/calendar/index': () => import('../features/analysis/CalendarScreen.tsx'),
  'analysis/ranking/index': () => import('../features/analysis/RankingScreen.tsx'),
  'data/history/index': () => import('../features/data/HistoryScreen.tsx'),
  'data/backfill/index': () => import('../features/data/BackfillScreen.tsx'),
  'data/reissue/index': () => import('../features/forward/ReissueScreen.tsx'),
  'data/trend/index': () => import('../features/data/HistoryTrendScreen.tsx'),
  'analysis/report/index': () => import('../features/report/ReportScreen.tsx'),
  'analysis/rose/index': () => import('../features/analysis/RoseScreen.tsx'),
  'analysis/distribution/index': () => import('../features/analysis/DistributionScreen.tsx'),
  'analysis/trend/index': () => import('../features/analysis/PollutionTrendScreen.tsx'),
  'analysis/national/index': () => import('../features/reference/NationalScreen.tsx'),
  'analysis/nationalControl/index': () => import('../features/reference/NationalControlScreen.tsx'),
  'analysis/referenceSource/index': () => import('../features/reference/ReferenceSourceScreen.tsx'),
  'analysis/referenceFetch/index': () => import('../features/reference/ReferenceFetchScreen.tsx'),
  'analysis/nearestReferences/index': () => import('../features/reference/NearestReferencesScreen.tsx'),
  'site/site/index': () => import('../features/site/SiteScreen.tsx'),
  'site/calibrationHistory/index': () => import('../features/calibration/CalibrationHistoryScreen.tsx'),
};

/** A page without the console, which needs no login. */
export async function loadReportCheck(): Promise<ComponentType> {
  const [{ ReportCheckPage }] = await Promise.all([import('./check/ReportCheckPage.tsx'), loadOtherTexts()]);
  return ReportCheckPage;
}

async function loadWithTexts(load: LoadScreen): ReturnType<LoadScreen> {
  const [screen] = await Promise.all([load(), loadOtherTexts()]);
  return screen;
}

const loaders = [
  ...Object.entries(homeScreens),
  ...Object.entries(otherScreens).map(([component, load]) => [component, () => loadWithTexts(load)] as const),
];
const screens = new Map<string, ComponentType>(
  loaders.map(([component, load]) => [component, fetchOnDemand(async () => (await load()).default)]),
);

export function hasScreen(component: string): boolean {
  return screens.has(component);
}

export function getScreen(component: string): ComponentType {
  const screen = screens.get(component);
  if (!screen) throw new Error(`There is no screen ${component}`);
  return screen;
}
