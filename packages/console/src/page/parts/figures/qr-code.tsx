import { encode } from 'uqr'

/** The width of the white border in modules (ISO/IEC 18004 §6.3.8). */
const QUIET_MODULES = 4

/**
 * A QR code, drawn in the page so that its content is not sent anywhere. It is white in every theme, as readers expect.
 */
export function QrCode({ text, label, width = '12rem' }: { text: string; label: string; width?: string }) {
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: QUIET_MODULES })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ width, maxWidth: '100%', background: '#fff', borderRadius: 4 }}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
