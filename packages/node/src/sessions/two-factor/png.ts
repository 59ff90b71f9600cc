/** A picture of black and white modules as a data URI (PNG, ISO/IEC 15948): one bit a pixel. */
import { crc32, deflateSync } from 'node:zlib'

/** Light modules around a QR code (ISO/IEC 18004 §6.3.8). */
const QUIET = 4
const SCALE = 6

export function pngDataUri(modules: boolean[][]): string {
  const side = (modules.length + 2 * QUIET) * SCALE
  const rowBytes = Math.ceil(side / 8)
  const pixels = Buffer.alloc(side * (1 + rowBytes), 0xff)
  for (let y = 0; y < side; y++) {
    const row = modules[Math.floor(y / SCALE) - QUIET]
    const start = y * (1 + rowBytes)
    // The row's filter: none.
    pixels[start] = 0
    for (let x = 0; x < side; x++) {
      const at = start + 1 + (x >> 3)
      if (row?.[Math.floor(x / SCALE) - QUIET]) pixels[at] = (pixels[at] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit, grey.
  header[8] = 1
  const file = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${file.toString('base64')}`
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
