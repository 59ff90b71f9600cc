/** A signer without a key in this page. It shows the bytes, and the user enters a signature made elsewhere. */
import { QuorateError, type Signer } from '@quorate/client'
import { walletMessage } from '@quorate/verify'

/** The bytes that wait for a signature from another device. */
export interface OfflineTask {
  accountId: string
  /** The exact bytes to sign. */
  bytes: Uint8Array
  /** The text of a message. A wallet that signs it adds the HIP-820 prefix by itself. */
  text?: string
  /** Completes the task with 64 bytes or a SignatureMap. */
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

/** A new task cancels the previous one. */
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
        reject(new QuorateError({ code: 'SIGNING_CANCELLED', message: 'No signature was entered' }))
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
