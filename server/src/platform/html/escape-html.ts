/** Escapes text for HTML. Quotes too: stored pictures are found by their unescaped ` src="`. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
