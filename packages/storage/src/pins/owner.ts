import type { Session } from '@quorate/platform'
import type { Owner } from '../store/store.ts'

export const ownerOf = ({ chain, walletId }: Session): Owner => ({ chain, owner: walletId })
