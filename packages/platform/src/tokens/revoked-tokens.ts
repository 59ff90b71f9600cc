/** Revoked tokens, each remembered until it would have expired anyway. */
import { EventEmitter } from 'node:events'
import type { Clock } from '../base/clock.ts'

export interface Revocations {
  has(tokenId: string): boolean
  add(tokenId: string, expiresAt: number): void
  onAdded(listener: (tokenId: string) => void): () => void
  clear(): void
}

export function createRevocations(clock: Clock): Revocations {
  const expiries = new Map<string, number>()
  const added = new EventEmitter<{ added: [tokenId: string] }>().setMaxListeners(0)
  let forgetAt = 1024

  function forgetExpired(): void {
    const now = clock.now()
    for (const [tokenId, expiresAt] of expiries) if (expiresAt <= now) expiries.delete(tokenId)
    forgetAt = Math.max(1024, expiries.size * 2)
  }
  return {
    has: (tokenId) => expiries.has(tokenId),
    add(tokenId, expiresAt) {
      if (expiries.has(tokenId) || expiresAt <= clock.now()) return
      expiries.set(tokenId, expiresAt)
      if (expiries.size >= forgetAt) forgetExpired()
      added.emit('added', tokenId)
    },
    onAdded(listener) {
      added.on('added', listener)
      return () => added.off('added', listener)
    },
    clear: () => expiries.clear(),
  }
}
