/** Names a device from the `User-Agent` of its browser. It is a hint for the reader: anyone can invent one. */

/** The first match counts, because browsers also name the browsers that they imitate. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Such as `Firefox, Windows`; undefined if the text does not name a browser. */
export function deviceIn(userAgent: string): string | undefined {
  const nameOf = (known: readonly [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = nameOf(BROWSERS)
  return browser && [browser, nameOf(SYSTEMS)].filter(Boolean).join(', ')
}
