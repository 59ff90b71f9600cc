import type { Key } from '@quorate/verify'
import { keyFromHex } from '../../../model/keys.ts'
import type { Request } from '../../../model/request.ts'

/** Who may delete a schedule: who asked for it, or the owners together. */
export const adminKeyOf = (creator: Key, wallet: Key): Key => ({
  type: 'threshold',
  threshold: 1,
  keys: [creator, wallet],
})

/** Who may delete the schedule of a request; undefined if it is not scheduled. */
export function scheduleAdminKey({ signing, wallet }: Request): Key | undefined {
  const own = signing.accounts.find(({ account }) => account === wallet)
  return signing.creator && own && adminKeyOf(keyFromHex(signing.creator.key), keyFromHex(own.key))
}
