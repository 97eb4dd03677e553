// Chance for names and nonces. It works also where the connection is not encrypted, unlike the browser's own names.

/** So many bytes that nobody can foresee, in hexadecimal digits. */
export function randomDigits(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
