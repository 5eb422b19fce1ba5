import { type Severity, severities } from '@limpid/contract/alarm/alarm-rule';
import { theme } from 'antd';
import { useMemo } from 'react';
import type { AlarmRing } from '../../../map/map.ts';
import { useSeverityColors } from '../../../ui/severity/use-severity-colors.ts';

export type AlarmRings = Record<Severity, AlarmRing>;

/** The rings of severities around markers, in the current theme. */
export function useAlarmRings(): AlarmRings {
  const colors = useSeverityColors();
  const ink = theme.useToken().token.colorBgContainer;
  return useMemo(() => {
    const ring = (severity: Severity) => ({
      rank: severities.indexOf(severity) + 1,
      color: colors[severity],
      ink,
    });
    return {
      info: ring('info'),
      minor: ring('minor'),
      major: ring('major'),
      critical: ring('critical'),
    };
  }, [colors, ink]);
}
