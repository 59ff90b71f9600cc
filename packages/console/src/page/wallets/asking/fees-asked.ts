import { isQuorateError } from '@quorate/client'
import { isEntityId } from '@quorate/verify'
import type { PermittedFees } from '../../approve/check.ts'

/** The custom fees that a refused payment would have to permit; undefined for other errors. */
export function feesAsked(error: unknown): PermittedFees[] | undefined {
  if (!isQuorateError(error, 'CUSTOM_FEES') || error.details.length === 0) return undefined
  const all = error.details.map((detail) => Object(detail) as Partial<PermittedFees>)
  return all.every(isPermitted) ? (all as PermittedFees[]) : undefined
}

const isPermitted = ({ id, fees }: Partial<PermittedFees>): boolean =>
  typeof id === 'string' && isEntityId(id) && Array.isArray(fees) && fees.every(isFee)

const isFee = (fee: unknown): boolean => {
  const { token_id, amount } = Object(fee)
  return (token_id === 'HBAR' || isEntityId(String(token_id))) && /^\d{1,19}$/.test(String(amount))
}
