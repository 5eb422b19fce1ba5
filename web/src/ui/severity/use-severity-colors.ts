import type { Severity } from '@limpid/contract/alarm/alarm-rule';
import { theme } from 'antd';
import { useMemo } from 'react';

/** The colours of severities in the current theme, for canvases, which know no style sheets. */
export function useSeverityColors(): Record<Severity, string> {
  const { token } = theme.useToken();
  return useMemo(
    () => ({
      info: token.colorTextTertiary,
      minor: token.colorInfo,
      major: token.colorWarning,
      critical: token.colorError,
    }),
    [token],
  );
}
