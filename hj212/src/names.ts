/** Names of fields that measure nothing, as the tables of the standard print them. */
export const fieldNames = (
  'DataTime SystemTime BeginTime EndTime RestartTime AlarmTime AlarmType SKCreateTime QN CN PolId InfoId ' +
  'QnRtn ExeRtn RtdInterval MinInterval OverTime ReCount WarnTime NewPW VaseNo CstartTime Ctime Stime'
).split(' ');

const byLowerCase = new Map(fieldNames.map((name) => [name.toLowerCase(), name]));

/** The name of a field as in the tables: the examples of the standard itself have `CTime` for `Ctime`. */
export function readFieldName(name: string): string {
  return byLowerCase.get(name.toLowerCase()) ?? name;
}
