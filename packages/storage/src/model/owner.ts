import type { Session } from '@quorate/platform'

/** A wallet on its chain. */
export interface PinOwner {
  chain: string
  owner: string
}

export const ownerOf = ({ chain, walletId }: Session): PinOwner => ({ chain, owner: walletId })
