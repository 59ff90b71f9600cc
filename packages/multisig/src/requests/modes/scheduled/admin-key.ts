import type { Key } from '@quorate/verify'
import { keyFromHex } from '../../../model/keys.ts'
import type { Request } from '../../../model/request.ts'

/** The key that may delete a schedule: the requester's key, or the wallet's. */
export const adminKeyOf = (creator: Key, wallet: Key): Key => ({
  type: 'threshold',
  threshold: 1,
  keys: [creator, wallet],
})

/** The key that may delete a request's schedule; undefined if the request is not scheduled. */
export function scheduleAdminKey({ signing, wallet }: Request): Key | undefined {
  const own = signing.accounts.find(({ account }) => account === wallet)
  return signing.creator && own && adminKeyOf(keyFromHex(signing.creator.key), keyFromHex(own.key))
}
