/**
 * Part that a telephone dials of a number as people write it: digits, and the plus of a country; `(0)` behind a
 * country's number is not dialled.
 */
export const dialled = (phone: string): string =>
  (phone.trim().startsWith('+') ? phone.replace(/\(0\)/, '') : phone).replaceAll(/[^\d+]/g, '')
