const passwordEnding = 'PW|Pwd|Password';
/** Items of 3019 and 3020 have such an ending: `FtpPW-Info`. */
const itemEnding = '(?:-Info|-SN)?';
const passwordName = new RegExp(`(?:${passwordEnding})${itemEnding}$`, 'i');
/** 2025 names the time of the SM4 key `SKCreateTime`; the key itself is `SK`, vendors write `Key`. */
const keyName = new RegExp(`(?:^SK|Key)${itemEnding}$`, 'i');
const secretName = `[\\w.-]*(?:${passwordEnding}|Key)|(?<![\\w.-])SK`;
/** The slashes that end a log text do not belong to a value in it. */
const secretText = new RegExp(`((?:${secretName})${itemEnding}\\s*)=(?:(?!//(?:[;,&]|$))[^;,&])*`, 'gi');

/** Stands for a password or a key wherever a packet is shown. */
export const hiddenValue = '******';

/** Whether a field of a packet carries a password: `PW`, `NewPW`, `FtpPassword`. */
export function isPasswordField(name: string): boolean {
  return passwordName.test(name.trim());
}

/** Whether a field of a packet carries a password or a key. */
export function isSecretField(name: string): boolean {
  return isPasswordField(name) || keyName.test(name.trim());
}

/** The text of a packet without passwords and keys. */
export function hidePasswords(text: string): string {
  return text.replace(secretText, `$1=${hiddenValue}`);
}
