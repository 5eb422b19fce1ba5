import { finish, runUnits } from './testing/test-parts.ts';

finish([await runUnits(['pure', 'database'])]);
