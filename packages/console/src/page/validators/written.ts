/** The validators that an account has written in this browser. The ledger does not record who wrote one. */
import type { Kind } from './rules.ts'

export interface Written {
  kind: Kind
  /** The consensus timestamp that identifies it. */
  timestamp: string
}

const MOST = 50
const placeOf = (chain: string, account: string): string => `quorate.validators.${chain}.${account}`

/** Returns the newest first. */
export function writtenValidators(chain: string, account: string): Written[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(chain, account)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isWritten) : []
  } catch {
    return []
  }
}

const isWritten = (one: unknown): one is Written => {
  const { kind, timestamp } = (one ?? {}) as Partial<Written>
  return ['account', 'topic', 'token'].includes(String(kind)) && /^\d{1,12}\.\d{9}$/.test(String(timestamp))
}

export function rememberWritten(chain: string, account: string, written: Written): void {
  const all = [written, ...writtenValidators(chain, account)].slice(0, MOST)
  localStorage.setItem(placeOf(chain, account), JSON.stringify(all))
}
