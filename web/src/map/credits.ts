/** Where a map's data comes from, as plain words over its corner. */
export function showCredits(element: HTMLElement, credits: readonly string[]): void {
  const line = document.createElement('div');
  line.className = 'limpid-map-credits';
  // Words that people have set are never read as HTML.
  line.textContent = credits.filter(Boolean).join(' · ');
  element.append(line);
}
