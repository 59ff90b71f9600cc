import type { Session } from '@quorate/platform'
import type { Owner } from './store.ts'

export const ownerOf = ({ chain, walletId }: Session): Owner => ({ chain, owner: walletId })
