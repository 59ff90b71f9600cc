/**
 * The drive that stores the blocks. The reserve stays free: the database may be on the same drive, and it cannot write
 * when the drive is full.
 */
import { statfs } from 'node:fs/promises'
import type { Clock } from '@quorate/platform'
import { noRoom } from '../errors.ts'

/** Called before each block is written. @throws 507 `STORAGE_FULL` if less than the reserve is free */
export type AssertRoom = () => Promise<void>

export interface Drive {
  /**
   * Bytes free above the reserve; negative if less than the reserve is free. If the file system has a fixed number of
   * files (inodes), the free inodes limit the result as well: blocks of a few bytes use up the inodes long before the
   * bytes.
   */
  free(): Promise<number>
  assertRoom: AssertRoom
  /** Tells the listener of {@link Drive.onFull} that something was refused because the drive is full. */
  full(): void
  /** The listener is called at most once a minute while the drive is full. */
  onFull(listener: () => void): void
}

/** @param reserve Bytes that stay free; 0 turns the reserve off. */
export function createDrive(folder: string, reserve: number, clock: Clock): Drive {
  let tell = (): void => {}
  let toldAt = Number.NEGATIVE_INFINITY
  const free = async (): Promise<number> => {
    const { bavail, bsize, blocks, files, ffree } = await statfs(folder)
    const bytes = bavail * bsize
    if (!(files > 0)) return bytes - reserve
    const bytesOfFile = Math.max(LEAST_BYTES_OF_FILE, (blocks * bsize) / files)
    return Math.min(bytes, Math.floor(ffree * bytesOfFile)) - reserve
  }
  const full = (): void => {
    if (clock.now() - toldAt < FULL_REPORT_INTERVAL_MS) return
    toldAt = clock.now()
    tell()
  }
  return {
    free,
    full,
    async assertRoom() {
      if (reserve === 0 || (await free()) >= 0) return
      full()
      throw noRoom(reserve)
    },
    onFull(listener) {
      tell = listener
    },
  }
}

/**
 * A free inode counts as this many bytes, unless the file system was made for larger files: ext4 has one inode for this
 * many bytes.
 */
const LEAST_BYTES_OF_FILE = 16 * 1024
/** The least time between two reports that the drive is full. */
const FULL_REPORT_INTERVAL_MS = 60_000
