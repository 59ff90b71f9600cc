/** Writes CSV (RFC 4180) that spreadsheets read as text and numbers, never as formulas. */

/** The byte order mark tells spreadsheets that the text is UTF-8. */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => cellOf(String(cell ?? ''))).join(',')}\r\n`).join('')}`

const NUMBER = /^-?\d+(\.\d+)?$/

/** Prefixes other people's texts that a spreadsheet could take for a formula. Numbers stay as they are. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
