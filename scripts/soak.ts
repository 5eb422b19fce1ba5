import { soakGateway } from '../bench/gateway/soak.ts';
import { fuzzDecoder } from '../hj212/fuzz.ts';
import { finish, runBrowser } from './testing/test-parts.ts';
import { runTool } from './tool.ts';

/** The number in the environment variable, or the full amount. */
function read(name: string, usual: number, most: number): number {
  const given = Number(process.env[name] ?? usual);
  if (given >= 0 && given <= most) return given;
  console.error(`${name}: a number from 0 to ${most}, ${usual} if left out.`);
  process.exit(1);
}

const minutes = Number(process.argv[2] ?? 3);
if (!(minutes > 0 && minutes <= 600)) {
  console.error('npm run soak -- MINUTES: of broken frames, a number from 0 to 600, 3 if left out.');
  process.exit(1);
}
const plan = {
  rounds: read('SOAK_ROUNDS', 200, 10_000),
  outage: read('SOAK_OUTAGE', 60, 3600),
  connections: read('SOAK_CONNECTIONS', 5000, 15_000),
  flood: read('SOAK_FLOOD', 600, 86_400),
};
console.log(
  `SOAK_CONNECTIONS=${plan.connections} SOAK_ROUNDS=${plan.rounds} SOAK_OUTAGE=${plan.outage} SOAK_FLOOD=${plan.flood} (times in seconds) …`,
);
// Leaves nothing behind: everything that was started ends with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
await soakGateway(plan, (line) => console.log(line));

const seed = Math.floor(Math.random() * 2 ** 31);
console.log(`Broken frames for ${minutes} min, seed ${seed} …`);
console.log(fuzzDecoder(minutes * 60, seed));

const fullRounds = { FULL_ROUNDS: 'on' };
console.log('Tests that repeat one thing, in full rounds …');
await runTool(
  'vitest',
  [
    'run',
    'server/src/gateway/kill.ordeal.test.ts',
    'server/src/platform/backup/concurrency.ordeal.test.ts',
    'server/src/platform/backup/round-trip.ordeal.test.ts',
    'server/src/features/demo/demo.ordeal.test.ts',
    'server/src/features/alarm/alarm-kill.ordeal.test.ts',
    'server/src/features/alarm/notify/notify-kill.ordeal.test.ts',
    'server/src/features/fogcannon/fogcannon-kill.ordeal.test.ts',
    'server/src/features/fogcannon/linkage/dust-episode.ordeal.test.ts',
    'server/tests/commands/command-kill.ordeal.test.ts',
    'server/tests/forward/forward-kill.ordeal.test.ts',
    'server/tests/locks/lock-kill.ordeal.test.ts',
    'simulator/src/station/command-answers.test.ts',
    'server/tests/attacks/live-attacks.test.ts',
    'server/src/features/system/grant',
    'server/tests/attacks/hostile-strings.test.ts',
    'server/tests/attacks/hostile-workbooks.test.ts',
  ],
  { env: fullRounds },
);

console.log('Files of networks as a whole, where they lie beside the repository …');
await runTool(
  'vitest',
  [
    'run',
    // Runs sequentially, because the times of imports are compared.
    '--no-file-parallelism',
    'server/src/features/reference',
    'server/src/features/data/import/history-networks.test.ts',
  ],
  {
    env: { WHOLE_FILES: 'on' },
  },
);

console.log('Browser tests of every screen in every size, theme and language …');
finish([
  await runBrowser(
    [
      'e2e/monitor/live.spec.ts',
      'e2e/shell/accessibility.spec.ts',
      'e2e/shell/french.spec.ts',
      'e2e/shell/languages.spec.ts',
      'e2e/shell/login.spec.ts',
      'e2e/shell/mobile.spec.ts',
      'e2e/shell/registration.spec.ts',
      'e2e/shell/settings.spec.ts',
      'e2e/system/personalization.spec.ts',
    ],
    fullRounds,
  ),
]);
