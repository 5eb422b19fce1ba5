const secretEnding = 'PW|Pwd|Password';
const secretName = new RegExp(`(?:${secretEnding})$`, 'i');
const secretText = new RegExp(`([\\w.-]*(?:${secretEnding})\\s*)=[^;,&]*`, 'gi');

/** Stands for a password wherever a packet is shown. */
export const hiddenValue = '******';

/** Whether a field of a packet carries a password: `PW`, `NewPW`, `FtpPassword`. */
export function isSecretField(name: string): boolean {
  return secretName.test(name.trim());
}

/** The text of a packet without passwords. */
export function hidePasswords(text: string): string {
  return text.replace(secretText, `$1=${hiddenValue}`);
}
