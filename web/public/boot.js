// Before the first paint: the theme this person chose, so that a dark page never flashes white. See preferences.ts.
try {
  const person = localStorage.getItem('limpid:person') ?? '';
  const look = JSON.parse(localStorage.getItem(`limpid:${person}:look`) ?? '{}');
  const mode = look?.mode;
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
} catch {
  // The style sheet follows the system by itself.
}
