import { providePrograms } from './testing/programs.ts';
import { finish, runUnits } from './testing/test-parts.ts';

finish([await providePrograms(), await runUnits(['pure', 'database'])]);
