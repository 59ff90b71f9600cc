import type { Session } from '@quorate/platform'
import type { PinOwner } from '../store/store.ts'

export const ownerOf = ({ chain, walletId }: Session): PinOwner => ({ chain, owner: walletId })
