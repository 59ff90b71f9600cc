import { Thing } from '../../parts/faces/face.tsx'
import { FileIcon, FolderIcon, PictureIcon, TextIcon } from '../../parts/layout/icons.tsx'
import { Picture } from '../../pictures/picture.tsx'
import { MAX_PICTURE_BYTES } from '../../pictures/read-picture.ts'
import type { Pin } from '../reads.ts'

const RASTER = /^image\/(png|jpeg|gif|webp)\b/

/** A small picture of pinned content if it is one, else an icon for its type. */
export function Thumb({ pin, size = 40 }: { pin: Pick<Pin, 'cid' | 'status' | 'metadata'>; size?: number }) {
  const { cid, status, metadata } = pin
  const { mimetype = '', size: bytes } = metadata ?? {}
  const isShown = status === 'pinned' && RASTER.test(mimetype) && bytes !== undefined && bytes <= MAX_PICTURE_BYTES
  return (
    <Picture path={isShown ? cid : null} kind="file" size={size}>
      <TypeIcon type={status === 'pinned' && bytes === undefined ? 'folder' : mimetype} size={size} />
    </Picture>
  )
}

/** @param props.type A media type, or `folder` */
export function TypeIcon({ type, size = 28 }: { type: string; size?: number }) {
  return (
    <Thing size={size}>
      {type === 'folder' ? (
        <FolderIcon />
      ) : type.startsWith('image/') ? (
        <PictureIcon />
      ) : /^text\/|^application\/json/.test(type) ? (
        <TextIcon />
      ) : (
        <FileIcon />
      )}
    </Thing>
  )
}
