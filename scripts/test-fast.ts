import { finish, runUnits } from './test-parts.ts';

finish([await runUnits(['pure', 'database'])]);
