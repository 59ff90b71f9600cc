/** The type and the size of a picture, from its first bytes. A picture is decoded only if both are known and small. */

export interface Raster {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  width: number
  height: number
}

/** A file of a few kilobytes can declare a size that takes gigabytes of memory when it is decoded. */
const MAX_PIXELS = 4_000_000

/** Returns undefined for other types, for broken files, and for more than 4 million pixels. */
export function rasterIn(bytes: Uint8Array): Raster | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = pngIn(view) ?? gifIn(view) ?? webpIn(view) ?? jpegIn(view)
  if (!found) return undefined
  const { width, height } = found
  return width > 0 && height > 0 && width * height <= MAX_PIXELS ? found : undefined
}

const startsWith = (view: DataView, text: string, at = 0): boolean =>
  view.byteLength >= at + text.length &&
  Array.from(text).every((character, index) => view.getUint8(at + index) === character.charCodeAt(0))

function pngIn(view: DataView): Raster | undefined {
  if (!startsWith(view, '\x89PNG\r\n\x1a\n') || !startsWith(view, 'IHDR', 12) || view.byteLength < 24) return undefined
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** Reads the size of a GIF's screen, to which its frames are cut. */
function gifIn(view: DataView): Raster | undefined {
  if (!(startsWith(view, 'GIF87a') || startsWith(view, 'GIF89a')) || view.byteLength < 10) return undefined
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webpIn(view: DataView): Raster | undefined {
  if (!startsWith(view, 'RIFF') || !startsWith(view, 'WEBP', 8) || view.byteLength < 30) return undefined
  const size = webpSizeIn(view)
  return size && { type: 'image/webp', ...size }
}

/** The three kinds of WebP: extended, lossless, lossy (RFC 9649 §2.7, §3.4; RFC 6386 §9.1). */
function webpSizeIn(view: DataView): Pick<Raster, 'width' | 'height'> | undefined {
  if (startsWith(view, 'VP8X', 12)) {
    const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00
    return { width: uint24(24) + 1, height: uint24(27) + 1 }
  }
  if (startsWith(view, 'VP8L', 12)) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (startsWith(view, 'VP8 ', 12))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return undefined
}

/** Walks the segments of a JPEG to the one that begins a frame (ITU T.81 §B.1). */
function jpegIn(view: DataView): Raster | undefined {
  if (!startsWith(view, '\xff\xd8\xff')) return undefined
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
