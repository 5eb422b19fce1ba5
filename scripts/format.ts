import { runTool } from './tool.ts';

await runTool('biome', ['check', '--write', '.']);
