import type { SessionClient } from '../../../platform/auth/sessions.store.ts';

const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrom(?:e|ium)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/Windows NT/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** Browser and operating system for the login log; a dash if unknown. */
export function describeClient(address: string, userAgent: string | undefined): SessionClient {
  const text = userAgent?.slice(0, 500) ?? '';
  const browser = browsers.find(([pattern]) => pattern.test(text));
  const version = browser?.[0].exec(text)?.[1];
  return {
    address,
    browser: browser ? `${browser[1]} ${version}` : '-',
    os: systems.find(([pattern]) => pattern.test(text))?.[1] ?? '-',
  };
}
