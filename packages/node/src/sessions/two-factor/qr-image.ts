import { PNG } from 'pngjs'
import { encode } from 'uqr'

const PIXELS_PER_MODULE = 6
/** ISO/IEC 18004 §6.3.8 requires four white modules around the code. */
const QUIET_MODULES = 4

/** A QR code of `text` as the `data:` URI of a PNG. */
export function qrImage(text: string): string {
  const { data } = encode(text, { ecc: 'M', border: QUIET_MODULES })
  const rows = data.map((modules) =>
    Buffer.concat(modules.map((dark) => Buffer.alloc(PIXELS_PER_MODULE, dark ? 0 : 255))),
  )
  const side = rows.length * PIXELS_PER_MODULE
  const gray = { colorType: 0, inputColorType: 0, inputHasAlpha: false, filterType: 0 } as const
  const image = new PNG({ width: side, height: side })
  image.data = Buffer.concat(rows.flatMap((row) => Array.from({ length: PIXELS_PER_MODULE }, () => row)))
  return `data:image/png;base64,${PNG.sync.write(image, gray).toString('base64')}`
}
