/** Formats a duration in its two largest units: `2 d 3 h`, `1 min 20 s`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first === -1) return '0 s'
  return parts
    .slice(first, first + 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
