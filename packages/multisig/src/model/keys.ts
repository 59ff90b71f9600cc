import { keyToProto } from '@quorate/ledger'
import { type Key, keyFromProto } from '@quorate/verify'

/** A key from protobuf bytes in hex. */
export const keyFromHex = (hex: string): Key => keyFromProto(Buffer.from(hex, 'hex'))
export const keyToHex = (key: Key): string => Buffer.from(keyToProto(key)).toString('hex')
