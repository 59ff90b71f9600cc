import type { proto } from '@hiero-ledger/proto'
import { check } from '#protocol/status-error.ts'

/** How far apart the nonces are: more than a transaction has children (SavepointStackImpl). */
const STRIDE = 54

/**
 * Gives the schedules that contracts create their transaction ids: that of the transaction which no other contains or
 * causes, with a nonce that no child has (SavepointStackImpl.nextPresetTxnId).
 */
export class PresetIds {
  #base: proto.ITransactionID = {}
  #count = 0
  #isOpen = true

  /** Begins with a transaction that no other contains or causes. */
  begin(base: proto.ITransactionID | null | undefined): void {
    this.#base = base ?? {}
    this.#count = 0
    this.#isOpen = true
  }

  /** Gives the same ids from here on. */
  copy(): PresetIds {
    const copy = new PresetIds()
    copy.#base = this.#base
    copy.#count = this.#count
    copy.#isOpen = this.#isOpen
    return copy
  }

  /**
   * `isRecursive`: whether the scheduled transaction may itself schedule others. Their ids are the next ones, so it is
   * the last.
   *
   * @throws StatusError NO_SCHEDULING_ALLOWED_AFTER_SCHEDULED_RECURSION
   */
  next(isRecursive: boolean): proto.ITransactionID {
    check(this.#isOpen, 'NO_SCHEDULING_ALLOWED_AFTER_SCHEDULED_RECURSION')
    this.#isOpen = !isRecursive
    return { ...this.#base, nonce: (this.#base.nonce ?? 0) + ++this.#count * STRIDE }
  }

  /** Does work that is rolled back afterwards, and then gives the same ids again. */
  rehearse<T>(work: () => T): T {
    const [count, isOpen] = [this.#count, this.#isOpen]
    try {
      return work()
    } finally {
      this.#count = count
      this.#isOpen = isOpen
    }
  }
}
