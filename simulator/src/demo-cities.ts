import { beijing } from './demo/beijing.ts';
import type { DemoCity } from './demo/demo-city.ts';
import { lyon } from './demo/lyon.ts';
import { manchester } from './demo/manchester.ts';

/** Three cities in three zones, with entities that exist nowhere else. */
export const demoCities: readonly DemoCity[] = [beijing, lyon, manchester];
