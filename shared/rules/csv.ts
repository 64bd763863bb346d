/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A text as one cell of a CSV line: quoted where it must be, and never a formula, whatever somebody called a device. */
export const csvCell = (text: string, separator: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}
