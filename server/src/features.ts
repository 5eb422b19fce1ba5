import { startAlarms } from './features/alarm/alarm.job.ts';
import { addAlarmLog } from './features/alarm/log/alarm-log.feature.ts';
import { startAlarmTally } from './features/alarm/log/alarm-tally.job.ts';
import { addAlarmDeliveries } from './features/alarm/notify/delivery/alarm-delivery.feature.ts';
import { startNotifications } from './features/alarm/notify/delivery/notify.job.ts';
import { addNoticeConfirmations } from './features/alarm/notify/send/browser.ts';
import { addNotifyChannels } from './features/alarm/notify/setup/notify-channel.feature.ts';
import { addRotas } from './features/alarm/notify/setup/rota.feature.ts';
import { addSubscriptions } from './features/alarm/notify/setup/subscription.feature.ts';
import { addRulePreview } from './features/alarm/preview/preview.feature.ts';
import { addAlarmRules } from './features/alarm/rules/alarm-rule.feature.ts';
import { addAnalysis } from './features/analysis/analysis.feature.ts';
import { summariseCompleteness } from './features/analysis/completeness-entity.ts';
import { startUnusual } from './features/analysis/unusual/unusual.job.ts';
import { addBackfill } from './features/backfill/backfill.feature.ts';
import { startBackfill } from './features/backfill/backfill.job.ts';
import { addChannels } from './features/basedata/channel.feature.ts';
import { addDeviceTypes } from './features/basedata/device-type.feature.ts';
import { addSensorTypes } from './features/basedata/sensor-type.feature.ts';
import { addCalibrationConfigs } from './features/calibration/configs/config.feature.ts';
import { startFollowingIssues } from './features/calibration/issue/follow-issues.ts';
import { addCalibrationIssues } from './features/calibration/issue/issue.feature.ts';
import { addCalibrationRuns } from './features/calibration/runs/run.feature.ts';
import { addCorrections } from './features/data/correction.feature.ts';
import { addRangeCorrections } from './features/data/history/correction-range.feature.ts';
import { addHistory } from './features/data/history/history.feature.ts';
import { addHistoryImport } from './features/data/import/history-import.feature.ts';
import { addSavedQueries } from './features/data/query/saved-query.feature.ts';
import { addSiteChoices } from './features/data/query/site-choice.feature.ts';
import { addRealtime } from './features/data/realtime/realtime.feature.ts';
import { addSeries } from './features/data/series.feature.ts';
import { addTrend } from './features/data/trend/trend.feature.ts';
import { addDemoHistory } from './features/demo/demo.feature.ts';
import { addDemoReceiverCheck } from './features/demo/demo-forward.ts';
import { addDemoRemoval } from './features/demo/demo-removal.ts';
import { addDeviceCommands } from './features/device/commands/command.feature.ts';
import { addCommandParams } from './features/device/commands/command-param.feature.ts';
import { addEquipment } from './features/device/equipment/equipment.feature.ts';
import { addCommandOffers } from './features/device/equipment/offer.feature.ts';
import { addDeviceOrders } from './features/device/execution/order.feature.ts';
import { addDevicePage } from './features/device/page/device-page.feature.ts';
import { addFogCannons } from './features/fogcannon/cannons/cannon.feature.ts';
import { startFogCannons } from './features/fogcannon/fogcannon.job.ts';
import { addLinkageDecisions } from './features/fogcannon/linkage/decision.feature.ts';
import { addLinkages } from './features/fogcannon/linkage/linkage.feature.ts';
import { addCannonRuns } from './features/fogcannon/runs/run.feature.ts';
import { startForwarding } from './features/forward/delivery/forward.job.ts';
import { addReissues } from './features/forward/reissue/reissue.feature.ts';
import { addForwardTargets } from './features/forward/targets/target.feature.ts';
import { addHttpIngest } from './features/ingest/http-ingest.feature.ts';
import { addRefusals } from './features/ingest/refusal.feature.ts';
import { addStationReports } from './features/ingest/reports/station-report.feature.ts';
import { addUnknownDevices } from './features/ingest/unknown-device.feature.ts';
import { addMap } from './features/map/map.feature.ts';
import { addClients } from './features/monitor/client.feature.ts';
import { addErrorLog } from './features/monitor/error-log.feature.ts';
import { addLogs } from './features/monitor/logs.feature.ts';
import { addOnlineUsers } from './features/monitor/online.feature.ts';
import { addOverview } from './features/monitor/overview.feature.ts';
import { addTasks } from './features/monitor/task.feature.ts';
import { startLettingIn } from './features/quality/lock/let-in.ts';
import { addMonthLocks } from './features/quality/lock/lock.feature.ts';
import { addFlaggedPeriods } from './features/quality/review/review.feature.ts';
import { addDataRules } from './features/quality/rules/data-rule.feature.ts';
import { addReadingTasks } from './features/reading/partitions/reading-tasks.ts';
import { startRangeRechecks } from './features/reading/ranges/recheck-ranges.ts';
import { startRecorrections } from './features/reading/recorrection/recorrect-values.ts';
import { startReferenceFetch } from './features/reference/fetch/fetch.job.ts';
import { addReferenceSources } from './features/reference/fetch/source.feature.ts';
import { addNational } from './features/reference/national/national.feature.ts';
import { addNationalControl } from './features/reference/national-control.feature.ts';
import { addNewestHours } from './features/reference/newest/newest-hours.feature.ts';
import { addReferenceChoices } from './features/reference/reference-choice.feature.ts';
import { addReferenceHours } from './features/reference/reference-hours.feature.ts';
import { addReferences } from './features/reference/references.feature.ts';
import { addRevisions } from './features/reference/revisions/revisions.feature.ts';
import { addSimulatedRemoval } from './features/reference/simulated-references.ts';
import { addNearestReferences } from './features/reference/stations/nearest-references.feature.ts';
import { addReportChoices } from './features/report/channels/choices.feature.ts';
import { addReportDeliveries } from './features/report/delivery/delivery.feature.ts';
import { startReportMessages } from './features/report/delivery/delivery.job.ts';
import { startReportMaking } from './features/report/making/making.job.ts';
import { addReportPlans } from './features/report/plans/plan.feature.ts';
import { addReportList } from './features/report/reports/report.feature.ts';
import { addReportSignOff } from './features/report/signoff/sign-off.feature.ts';
import { addReportTemplates } from './features/report/templates/template.feature.ts';
import { addReportUpkeep } from './features/report/upkeep/upkeep.feature.ts';
import { startDayColumns } from './features/rollup/day-columns.ts';
import { startHourBlocks } from './features/rollup/hour-blocks.ts';
import { startRollUps } from './features/rollup/roll-up.ts';
import { addPackingTask, addRepairTask } from './features/rollup/roll-up-tasks.ts';
import type { Services } from './features/services.ts';
import { addEntities } from './features/site/entity.feature.ts';
import { addSites } from './features/site/site.feature.ts';
import { addDepartments } from './features/system/department/department.feature.ts';
import { addDictionaries } from './features/system/dictionary/dictionary.feature.ts';
import { addIdentities } from './features/system/identity/identity.feature.ts';
import { addAppLogin } from './features/system/login/app-login.feature.ts';
import { addRegistration } from './features/system/login/registration.feature.ts';
import { addSession } from './features/system/login/session.feature.ts';
import { addMapSettings } from './features/system/map-settings/map-settings.feature.ts';
import { addMenus } from './features/system/menu/menu.feature.ts';
import { addNotices } from './features/system/notice/notice.feature.ts';
import { addParameters } from './features/system/parameter/parameter.feature.ts';
import { addPersonalization } from './features/system/personalization/personalization.feature.ts';
import { addPosts } from './features/system/post/post.feature.ts';
import { addProfile } from './features/system/profile/profile.feature.ts';
import { addRoles } from './features/system/role/role.feature.ts';
import { addUsers } from './features/system/user/user.feature.ts';
import { addOpenApi } from './features/tools/openapi.feature.ts';
import type { App } from './platform/app.ts';
import { addDownloads, addFiles } from './platform/files/routes.ts';
import { addWork } from './platform/work/routes.ts';

/** Everything the program can do, one line each. */
export const features: readonly ((app: App, services: Services) => void)[] = [
  addSession,
  addProfile,
  addAppLogin,
  addRegistration,
  addIdentities,
  addOverview,
  addPersonalization,
  addDepartments,
  addMenus,
  addRoles,
  addUsers,
  addPosts,
  addParameters,
  addMapSettings,
  addDictionaries,
  addNotices,
  addOnlineUsers,
  addClients,
  addUnknownDevices,
  addRefusals,
  addStationReports,
  addReadingTasks,
  addTasks,
  addLogs,
  addErrorLog,
  addChannels,
  addDeviceTypes,
  addSensorTypes,
  addDeviceCommands,
  addCommandParams,
  addDeviceOrders,
  addEquipment,
  addCommandOffers,
  addDevicePage,
  addNationalControl,
  addNewestHours,
  addRevisions,
  addReferenceSources,
  addNearestReferences,
  addNational,
  addDataRules,
  addFlaggedPeriods,
  addReferences,
  addReferenceHours,
  addReferenceChoices,
  addSimulatedRemoval,
  addDemoRemoval,
  addDemoHistory,
  addDemoReceiverCheck,
  addEntities,
  addForwardTargets,
  addReissues,
  addSites,
  addCalibrationIssues,
  addCalibrationRuns,
  addCalibrationConfigs,
  addHttpIngest,
  addSeries,
  addTrend,
  addHistory,
  addSiteChoices,
  addSavedQueries,
  addCorrections,
  addRangeCorrections,
  addHistoryImport,
  (app, services) => addMonthLocks(app, { ...services, summariseCompleteness }),
  addAnalysis,
  addReportTemplates,
  addReportPlans,
  addReportChoices,
  addReportSignOff,
  addReportDeliveries,
  addReportUpkeep,
  addReportList,
  addBackfill,
  addRulePreview,
  addAlarmRules,
  addAlarmLog,
  addNotifyChannels,
  addSubscriptions,
  addRotas,
  addAlarmDeliveries,
  addNoticeConfirmations,
  addFogCannons,
  addCannonRuns,
  addLinkages,
  addLinkageDecisions,
  addMap,
  addRealtime,
  addPackingTask,
  addRepairTask,
  addFiles,
  addWork,
  addDownloads,
  addOpenApi,
];

/** The work of a worker process besides scheduled tasks; each returns a function that stops it. */
export const backgroundJobs: readonly ((app: App, services: Services) => () => Promise<void>)[] = [
  startRangeRechecks,
  startLettingIn,
  startRecorrections,
  startRollUps,
  startDayColumns,
  startHourBlocks,
  startUnusual,
  startAlarms,
  startAlarmTally,
  startNotifications,
  startFogCannons,
  startReferenceFetch,
  startFollowingIssues,
  startForwarding,
  startReportMaking,
  startReportMessages,
  (app) => startBackfill(app),
];
