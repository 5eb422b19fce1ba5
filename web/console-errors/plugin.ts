import type { Plugin } from 'vite';
import { consoleErrors } from './groups.ts';

/** Leaves the texts of errors that only the server writes out of the console. */
export function leaveOutServerErrors(): Plugin {
  return {
    name: 'limpid:leave-out-server-errors',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]i18n[\\/]\w+[\\/]errors\.json$/.test(id)) return undefined;
      const groups = Object.entries(JSON.parse(code));
      const kept = groups.filter(([group]) => consoleErrors.includes(group));
      return { code: JSON.stringify(Object.fromEntries(kept)), map: null };
    },
  };
}
