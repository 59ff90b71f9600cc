/** The drive that stores the blocks. A part of it stays free: the database may be on the same drive, and it cannot write when the drive is full. */
import { statfs } from 'node:fs/promises'
import type { Clock } from '@quorate/platform'
import { noRoom } from '../errors.ts'

/** Called before each block is written. @throws 507 `STORAGE_FULL` where less than the reserve is free */
export type AssertRoom = () => Promise<void>

export interface Drive {
  assertRoom: AssertRoom
  /** The listener is called at most once a minute while the drive is full. */
  onFull(listener: () => void): void
}

/** @param reserve Bytes that stay free; 0 turns the reserve off. */
export function createDrive(folder: string, reserve: number, clock: Clock): Drive {
  let tell = (): void => {}
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    async assertRoom() {
      if (reserve === 0) return
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize >= reserve) return
      if (clock.now() - toldAt >= TOLD_AGAIN_MS) {
        toldAt = clock.now()
        tell()
      }
      throw noRoom(reserve)
    },
    onFull(listener) {
      tell = listener
    },
  }
}

const TOLD_AGAIN_MS = 60_000
