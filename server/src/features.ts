import { addDictionaries } from './features/system/dictionary.feature.ts';
import { addOverview } from './features/system/overview.feature.ts';
import { addParameters } from './features/system/parameter.feature.ts';
import { addPosts } from './features/system/post.feature.ts';
import { addSession } from './features/system/session.feature.ts';
import type { App } from './platform/app.ts';

/** Everything the console can do, one line each. */
export const features: readonly ((app: App) => void)[] = [
  addSession,
  addOverview,
  addPosts,
  addParameters,
  addDictionaries,
];
