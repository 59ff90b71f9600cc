/** JSON on several lines. A number that JavaScript cannot hold must not change, so such JSON stays as it is. */
export function readable(text: string): string {
  if (!/^\s*[[{]/.test(text) || /\d[\d.]{14}/.test(text) || /\d[eE]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
