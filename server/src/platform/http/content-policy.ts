/** What a page may load, and from where. */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>;

export const basePolicy: ContentPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // The component library adds its styles at run time.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  // Menus may embed pages of other systems.
  'frame-src': ['https:', 'http:'],
  'frame-ancestors': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
};

export function formatPolicy(policy: ContentPolicy): string {
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

export function extendPolicy(policy: ContentPolicy, more: ContentPolicy): ContentPolicy {
  const widened = Object.entries(more).map(([name, sources]) => [
    name,
    [...(policy[name] ?? []), ...sources],
  ]);
  return { ...policy, ...Object.fromEntries(widened) };
}
