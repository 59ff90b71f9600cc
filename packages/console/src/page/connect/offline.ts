/** A signer without a key in this page: what is to be signed is shown, and its signature is brought from elsewhere. */
import { QuorateError, type Signer } from '@quorate/client'
import { walletMessage } from '@quorate/verify'

/** What waits to be signed on another device. */
export interface OfflineTask {
  accountId: string
  /** What is signed as it is. */
  bytes: Uint8Array
  /** Of a message: the text that a wallet asks for, which puts the prefix of HIP-820 before it by itself. */
  text?: string
  /** Ends the task with 64 bytes, or with a SignatureMap. */
  finish(signature: Uint8Array): void
  cancel(): void
}

let task: OfflineTask | undefined
const listeners = new Set<() => void>()

const show = (next: OfflineTask | undefined): void => {
  task = next
  for (const listener of listeners) listener()
}

export const offlineTask = (): OfflineTask | undefined => task

export function onOfflineTask(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Another task takes the place of one that nobody has ended. */
function ask(given: Pick<OfflineTask, 'accountId' | 'bytes' | 'text'>): Promise<Uint8Array> {
  task?.cancel()
  return new Promise((resolve, reject) => {
    const own: OfflineTask = {
      ...given,
      finish(signature) {
        resolve(signature)
        if (task === own) show(undefined)
      },
      cancel() {
        reject(new QuorateError({ code: 'SIGNING_CANCELLED', message: 'No signature was brought' }))
        if (task === own) show(undefined)
      },
    }
    show(own)
  })
}

export const offlineSigner = (accountId: string): Signer => ({
  accountId,
  signBody: (bytes) => ask({ accountId, bytes }),
  signMessage: (text) => ask({ accountId, bytes: walletMessage(new TextEncoder().encode(text)), text }),
})
