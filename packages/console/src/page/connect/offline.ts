/** A signer without a key in this page: what is to be signed is shown, and its signature is brought from elsewhere. */
import { QuorateError, type Signer } from '@quorate/client'
import { decode, walletMessage } from '@quorate/verify'
import { bytesOf } from './key-file.ts'

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

const MAX_TEXT = 20_000
const SIGNATURE_BYTES = 64

/** A signature in hex or base64: 64 bytes, or a SignatureMap with one at least; undefined for what is neither. */
export function readSignature(given: string): Uint8Array | undefined {
  if (given.length > MAX_TEXT) return undefined
  const text = given.replace(/\s/g, '')
  const digits = text.replace(/^0x/i, '')
  const bytes = /^(?:[\da-f]{2})+$/i.test(digits) ? bytesOf(digits) : inBase64(text)
  return bytes && (bytes.length === SIGNATURE_BYTES || isSignatureMap(bytes)) ? bytes : undefined
}

function inBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function isSignatureMap(bytes: Uint8Array): boolean {
  const { fields, findings } = decode(bytes, 'SignatureMap')
  return findings.length === 0 && fields.length > 0
}
