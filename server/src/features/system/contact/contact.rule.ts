/** The fields of a user that are masked, and unique within a data scope. */
export const contactFields = ['phonenumber', 'email'] as const;
export type ContactField = (typeof contactFields)[number];

/** `138****1234`; a short number keeps only its last two digits. */
export function maskPhone(phone: string): string {
  return phone.length < 11 ? `****${phone.slice(-2)}` : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}

/** `a***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}
