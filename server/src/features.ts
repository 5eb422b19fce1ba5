import { addAppLogin } from './features/system/app-login.feature.ts';
import { addDictionaries } from './features/system/dictionary.feature.ts';
import { addIdentities } from './features/system/identity.feature.ts';
import { addOverview } from './features/system/overview.feature.ts';
import { addParameters } from './features/system/parameter.feature.ts';
import { addPosts } from './features/system/post.feature.ts';
import { addRegistration } from './features/system/registration.feature.ts';
import { addSession } from './features/system/session.feature.ts';
import type { App } from './platform/app.ts';

/** Everything the console can do, one line each. */
export const features: readonly ((app: App) => void)[] = [
  addSession,
  addAppLogin,
  addRegistration,
  addIdentities,
  addOverview,
  addPosts,
  addParameters,
  addDictionaries,
];
