import { seedDemoPosts } from './demo/posts.ts';
import { seedAlarms } from './reference/alarm/alarm.ts';
import { seedAlarmNotifications } from './reference/alarm/alarm-notify.ts';
import { seedBackfill } from './reference/backfill/backfill.ts';
import { seedCalibration } from './reference/calibration/calibration.ts';
import { seedCalibrationHistory } from './reference/calibration/calibration-history.ts';
import { seedCalibrationRights } from './reference/calibration/calibration-rights.ts';
import { seedDeviceCommands } from './reference/device/device-commands.ts';
import { seedDeviceMenus } from './reference/device/device-menus.ts';
import { seedClockRequests, seedDeviceUploads } from './reference/device/device-uploads.ts';
import { seedEquipmentMenu } from './reference/device/equipment-menu.ts';
import { seedInstrumentClocks } from './reference/device/instrument-clocks.ts';
import { seedOldStationCommands } from './reference/device/old-station-commands.ts';
import { seedStationSettings } from './reference/device/station-settings.ts';
import { seedFogCannons } from './reference/fogcannon/fog-cannons.ts';
import { seedLinkage } from './reference/fogcannon/linkage.ts';
import { seedForwardReissue } from './reference/forward/forward-reissue.ts';
import { grantForwarding } from './reference/forward/forward-rights.ts';
import { seedForwardTargets } from './reference/forward/forward-targets.ts';
import { seedAnalysisRights } from './reference/measurements/analysis.ts';
import { seedAnalysisScreens } from './reference/measurements/analysis-screens.ts';
import { grantDataAudit } from './reference/measurements/data-audit-rights.ts';
import { seedDataCenter } from './reference/measurements/data-center.ts';
import { renewShippedRules } from './reference/measurements/data-rule-names.ts';
import { grantDataRules } from './reference/measurements/data-rule-rights.ts';
import { seedDataRules } from './reference/measurements/data-rules.ts';
import { seedHistoryWriting } from './reference/measurements/history-writing.ts';
import { seedMapRights } from './reference/measurements/map.ts';
import { seedMasterData } from './reference/measurements/master-data.ts';
import { seedMonthLocks } from './reference/measurements/month-locks.ts';
import { seedNationalControl } from './reference/measurements/national-control.ts';
import { describeReadingDays } from './reference/measurements/reading-days.ts';
import { seedRealtimeExport } from './reference/measurements/realtime-export.ts';
import { seedReferenceSources } from './reference/measurements/reference-sources.ts';
import { seedLogs } from './reference/monitor/logs.ts';
import { seedOnlineAndInterface } from './reference/monitor/online-interface.ts';
import { seedOverview } from './reference/monitor/overview.ts';
import { seedStationReports } from './reference/monitor/station-reports.ts';
import { seedStations } from './reference/monitor/stations.ts';
import { seedTasks } from './reference/monitor/tasks.ts';
import { seedReports } from './reference/report/reports.ts';
import { seedDepartmentAndMenuScreens } from './reference/system/departments-menus.ts';
import { seedDictionaries } from './reference/system/dictionaries.ts';
import { seedFamilyGaps } from './reference/system/family-gaps.ts';
import { seedMapSettings } from './reference/system/map-settings.ts';
import { seedMenus } from './reference/system/menus.ts';
import { seedNarrowRights } from './reference/system/narrow-rights.ts';
import { seedNotices } from './reference/system/notices.ts';
import { seedOrganisation } from './reference/system/organisation.ts';
import { seedParameters } from './reference/system/parameters.ts';
import { seedPersonalization } from './reference/system/personalization.ts';
import { seedRoleScreen } from './reference/system/roles.ts';
import {
  seedAppDownload,
  seedCityShare,
  seedGatewayLimits,
  seedLiveSwitch,
  seedQueryCredentials,
  seedSessionLifetime,
  seedSettingsPanel,
} from './reference/system/single-parameters.ts';
import { seedUsers } from './reference/system/users.ts';
import { renameSeededTexts } from './reference/wording.ts';

/**
 * Each seed is applied once to a database and recorded there, so that later changes by an administrator stay.
 * New reference data is a new line with a new name.
 */
const once = 'once';

export const referenceSeeds = [
  { name: '0001_organisation', run: seedOrganisation, checksum: once },
  { name: '0002_dictionaries', run: seedDictionaries, checksum: once },
  { name: '0003_parameters', run: seedParameters, checksum: once },
  { name: '0004_menus', run: seedMenus, checksum: once },
  { name: '0005_settings_panel', run: seedSettingsPanel, checksum: once },
  { name: '0006_live_switch', run: seedLiveSwitch, checksum: once },
  { name: '0007_personalization', run: seedPersonalization, checksum: once },
  { name: '0008_departments_menus', run: seedDepartmentAndMenuScreens, checksum: once },
  { name: '0009_users', run: seedUsers, checksum: once },
  { name: '0010_roles', run: seedRoleScreen, checksum: once },
  { name: '0011_logs', run: seedLogs, checksum: once },
  { name: '0012_tasks', run: seedTasks, checksum: once },
  { name: '0013_notices', run: seedNotices, checksum: once },
  { name: '0014_online_interface', run: seedOnlineAndInterface, checksum: once },
  { name: '0015_app_download', run: seedAppDownload, checksum: once },
  { name: '0016_family_gaps', run: seedFamilyGaps, checksum: once },
  { name: '0017_master_data', run: seedMasterData, checksum: once },
  { name: '0018_stations', run: seedStations, checksum: once },
  { name: '0019_data_center', run: seedDataCenter, checksum: once },
  { name: '0020_analysis', run: seedAnalysisRights, checksum: once },
  { name: '0021_history_writing', run: seedHistoryWriting, checksum: once },
  { name: '0022_map', run: seedMapRights, checksum: once },
  { name: '0023_overview', run: seedOverview, checksum: once },
  { name: '0024_national_control', run: seedNationalControl, checksum: once },
  { name: '0025_gateway_limits', run: seedGatewayLimits, checksum: once },
  { name: '0030_query_credentials', run: seedQueryCredentials, checksum: once },
  { name: '0034_session_lifetime', run: seedSessionLifetime, checksum: once },
  { name: '0040_wording', run: renameSeededTexts, checksum: once },
  { name: '0046_narrow_rights', run: seedNarrowRights, checksum: once },
  { name: '0047_station_reports', run: seedStationReports, checksum: once },
  { name: '0049_reading_days', run: describeReadingDays, checksum: once },
  { name: '0052_analysis_screens', run: seedAnalysisScreens, checksum: once },
  { name: '0053_city_share', run: seedCityShare, checksum: once },
  { name: '0054_alarms', run: seedAlarms, checksum: once },
  { name: '0055_alarm_notify', run: seedAlarmNotifications, checksum: once },
  { name: '0060_device_commands', run: seedDeviceCommands, checksum: once },
  { name: '0061_device_menus', run: seedDeviceMenus, checksum: once },
  { name: '0063_equipment', run: seedEquipmentMenu, checksum: once },
  { name: '0065_device_uploads', run: seedDeviceUploads, checksum: once },
  { name: '0067_station_settings', run: seedStationSettings, checksum: once },
  { name: '0085_fog_cannons', run: seedFogCannons, checksum: once },
  { name: '0090_linkage', run: seedLinkage, checksum: once },
  { name: '0091_old_station_commands', run: seedOldStationCommands, checksum: once },
  { name: '0092_clock_requests', run: seedClockRequests, checksum: once },
  { name: '0096_instrument_clocks', run: seedInstrumentClocks, checksum: once },
  { name: '0109_map_settings', run: seedMapSettings, checksum: once },
  { name: '0111_realtime_export', run: seedRealtimeExport, checksum: once },
  { name: '0120_reference_sources', run: seedReferenceSources, checksum: once },
  { name: '0130_calibration', run: seedCalibration, checksum: once },
  { name: '0140_calibration_history', run: seedCalibrationHistory, checksum: once },
  { name: '0150_data_rules', run: seedDataRules, checksum: once },
  { name: '0160_month_locks', run: seedMonthLocks, checksum: once },
  { name: '0161_data_rule_names', run: renewShippedRules, checksum: once },
  { name: '0162_calibration_rights', run: seedCalibrationRights, checksum: once },
  { name: '0163_data_audit_rights', run: grantDataAudit, checksum: once },
  { name: '0166_data_rule_rights', run: grantDataRules, checksum: once },
  { name: '0173_forward_targets', run: seedForwardTargets, checksum: once },
  { name: '0175_forward_reissue', run: seedForwardReissue, checksum: once },
  { name: '0187_backfill', run: seedBackfill, checksum: once },
  { name: '0220_forward_rights', run: grantForwarding, checksum: once },
  { name: '0230_reports', run: seedReports, checksum: once },
];

export const demoSeeds = [{ name: 'demo_0001_posts', run: seedDemoPosts, checksum: once }];
