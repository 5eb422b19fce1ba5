/** The file name of a Content-Disposition header; the encoded form supports all scripts. */
export function readFileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download';
}

export function saveBlob(content: Blob, disposition: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = readFileName(disposition);
  link.click();
  // The browser reads the URL after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
