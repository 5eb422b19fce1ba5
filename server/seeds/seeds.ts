import { addDemoPosts } from './demo/posts.ts';
import { addAnalysis } from './reference/analysis.ts';
import { addAppDownload } from './reference/app-download.ts';
import { addDataCenter } from './reference/data-center.ts';
import { addDepartmentsAndMenus } from './reference/departments-menus.ts';
import { addDictionaries } from './reference/dictionaries.ts';
import { addFamilyGaps } from './reference/family-gaps.ts';
import { addGatewayLimits } from './reference/gateway-limits.ts';
import { addHistoryWriting } from './reference/history-writing.ts';
import { addLiveSwitch } from './reference/live.ts';
import { addLogs } from './reference/logs.ts';
import { addMapRights } from './reference/map.ts';
import { addMasterData } from './reference/master-data.ts';
import { addMenus } from './reference/menus.ts';
import { addNarrowRights } from './reference/narrow-rights.ts';
import { addNationalControl } from './reference/national-control.ts';
import { addNotices } from './reference/notices.ts';
import { addOnlineAndInterface } from './reference/online-interface.ts';
import { addOrganisation } from './reference/organisation.ts';
import { addOverview } from './reference/overview.ts';
import { addParameters } from './reference/parameters.ts';
import { addPersonalization } from './reference/personalization.ts';
import { addQueryCredentials } from './reference/query-credentials.ts';
import { describeReadingDays } from './reference/reading-days.ts';
import { addRoles } from './reference/roles.ts';
import { addSessionLifetime } from './reference/session-lifetime.ts';
import { addSettingsPanel } from './reference/settings-panel.ts';
import { addStationReports } from './reference/station-reports.ts';
import { addStations } from './reference/stations.ts';
import { addTasks } from './reference/tasks.ts';
import { addUsers } from './reference/users.ts';
import { renameSeeded } from './reference/wording.ts';

/**
 * Each is applied once to a database and then remembered: what an administrator changes or removes later
 * stays so. New reference data is a new line with a new name.
 */
const once = 'once';

export const referenceSeeds = [
  { name: '0001_organisation', run: addOrganisation, checksum: once },
  { name: '0002_dictionaries', run: addDictionaries, checksum: once },
  { name: '0003_parameters', run: addParameters, checksum: once },
  { name: '0004_menus', run: addMenus, checksum: once },
  { name: '0005_settings_panel', run: addSettingsPanel, checksum: once },
  { name: '0006_live_switch', run: addLiveSwitch, checksum: once },
  { name: '0007_personalization', run: addPersonalization, checksum: once },
  { name: '0008_departments_menus', run: addDepartmentsAndMenus, checksum: once },
  { name: '0009_users', run: addUsers, checksum: once },
  { name: '0010_roles', run: addRoles, checksum: once },
  { name: '0011_logs', run: addLogs, checksum: once },
  { name: '0012_tasks', run: addTasks, checksum: once },
  { name: '0013_notices', run: addNotices, checksum: once },
  { name: '0014_online_interface', run: addOnlineAndInterface, checksum: once },
  { name: '0015_app_download', run: addAppDownload, checksum: once },
  { name: '0016_family_gaps', run: addFamilyGaps, checksum: once },
  { name: '0017_master_data', run: addMasterData, checksum: once },
  { name: '0018_stations', run: addStations, checksum: once },
  { name: '0019_data_center', run: addDataCenter, checksum: once },
  { name: '0020_analysis', run: addAnalysis, checksum: once },
  { name: '0021_history_writing', run: addHistoryWriting, checksum: once },
  { name: '0022_map', run: addMapRights, checksum: once },
  { name: '0023_overview', run: addOverview, checksum: once },
  { name: '0024_national_control', run: addNationalControl, checksum: once },
  { name: '0025_gateway_limits', run: addGatewayLimits, checksum: once },
  { name: '0030_query_credentials', run: addQueryCredentials, checksum: once },
  { name: '0034_session_lifetime', run: addSessionLifetime, checksum: once },
  { name: '0040_wording', run: renameSeeded, checksum: once },
  { name: '0046_narrow_rights', run: addNarrowRights, checksum: once },
  { name: '0047_station_reports', run: addStationReports, checksum: once },
  { name: '0049_reading_days', run: describeReadingDays, checksum: once },
];

export const demoSeeds = [{ name: 'demo_0001_posts', run: addDemoPosts, checksum: once }];
