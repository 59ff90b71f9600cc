import { proto } from '@hiero-ledger/proto'

/** A response code of the protocol by its name, e.g. `INVALID_SIGNATURE` (proto.ResponseCodeEnum). */
export type ResponseCode = keyof typeof proto.ResponseCodeEnum

/** A refusal of the ledger: thrown anywhere between precheck and handler, answered as its response code. */
export class StatusError extends Error {
  readonly code: ResponseCode

  constructor(code: ResponseCode) {
    super(code)
    this.name = 'StatusError'
    this.code = code
  }
}

/** @throws {@link StatusError} with `code` unless `condition` holds */
export function check(condition: boolean, code: ResponseCode): asserts condition {
  if (!condition) throw new StatusError(code)
}

export function codeNumber(code: ResponseCode): number {
  return proto.ResponseCodeEnum[code]
}

export function codeName(code: number): string {
  return proto.ResponseCodeEnum[code] ?? 'UNKNOWN'
}
