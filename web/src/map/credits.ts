/** The sources of a map's data, as plain text in its corner. */
export function showCredits(element: HTMLElement, credits: readonly string[]): void {
  const line = document.createElement('div');
  line.className = 'limpid-map-credits';
  // Set as text: operators configure it.
  line.textContent = credits.filter(Boolean).join(' · ');
  element.append(line);
}
