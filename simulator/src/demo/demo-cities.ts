import { beijing } from './beijing.ts';
import type { DemoCity } from './demo-city.ts';
import { lyon } from './lyon.ts';
import { manchester } from './manchester.ts';

/** Three cities in three zones, with fictional entities. */
export const demoCities: readonly DemoCity[] = [beijing, lyon, manchester];
