import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { type ReadPicture, readPicture } from './read-picture.ts'

const pictureQuery = (path: string | null) => ({
  queryKey: ['picture', path],
  queryFn: () => (path === null ? null : readPicture(path)),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/**
 * A small picture from content storage. Until it is loaded, or if it cannot be, `children` are shown. It is read when
 * it comes into view, and drawn on a canvas, so it does not move. It is decoration: the page names its subject next to
 * it.
 *
 * @param props.path An identifier and names in its folders, percent-encoded; null if there is none
 */
export function Picture(props: {
  path: string | null
  kind: 'token' | 'nft' | 'file'
  size: number
  children: ReactNode
}) {
  const { path, kind, size, children } = props
  const { place, isSeen } = useIsSeen()
  const { data } = useQuery({ ...pictureQuery(path), enabled: isSeen && path !== null })
  return (
    <span ref={place} className="pictured" aria-hidden="true">
      {data ? <Drawn picture={data} kind={kind} size={size} instead={children} /> : children}
    </span>
  )
}

function Drawn(props: { picture: ReadPicture; kind: string; size: number; instead: ReactNode }) {
  const { picture, kind, size, instead } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)
  const pixels = Math.round(size * Math.min(devicePixelRatio, 3))
  useEffect(() => {
    let isOver = false
    draw(canvas.current, picture, pixels, () => isOver).catch(() => isOver || setBroken(true))
    return () => {
      isOver = true
    }
  }, [picture, pixels])
  if (isBroken) return instead
  return (
    <canvas
      ref={canvas}
      width={pixels}
      height={pixels}
      className={`face ${kind}`}
      data-picture={picture.type}
      style={{ '--s': `${size}px` } as CSSProperties}
    />
  )
}

/** Draws the middle of the picture. */
async function draw(
  canvas: HTMLCanvasElement | null,
  { blob, width, height }: ReadPicture,
  pixels: number,
  isOver: () => boolean,
): Promise<void> {
  const side = Math.min(width, height)
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)]
  const [resizeWidth, resizeHeight] = [pixels, pixels]
  const bitmap = await createImageBitmap(blob, left, top, side, side, {
    ...{ resizeWidth, resizeHeight, resizeQuality: 'medium' },
  })
  if (!isOver()) canvas?.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
}

/** Whether an element has been in view, or nearly. */
export function useIsSeen() {
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !place.current) return
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: '200px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isSeen])
  return { place, isSeen }
}
