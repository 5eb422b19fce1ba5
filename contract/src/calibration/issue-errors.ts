/** Errors of issuing K and B, with the codes of their envelopes. */
export const issueErrors = {
  'calibration_issue.automatic_rights': 500,
  'calibration_issue.changed': 500,
  'calibration_issue.device_unread': 500,
  'calibration_issue.issued': 500,
  'calibration_issue.newer': 500,
  'calibration_issue.no_command': 500,
  'calibration_issue.no_result': 500,
  'calibration_issue.not_accepted': 500,
  'calibration_issue.not_proposed': 500,
  'calibration_issue.place_device': 500,
  'calibration_issue.place_platform': 500,
  'calibration_issue.since_device': 500,
  'calibration_issue.since_far': 500,
  'calibration_issue.since_future': 500,
  'calibration_issue.state': 500,
  'calibration_issue.under_way': 601,
} as const;
