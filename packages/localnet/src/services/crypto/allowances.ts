import { check, type ResponseCode } from '#protocol/status-error.ts'
import type { Nft, Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { HandleContext } from '#transaction/definition.ts'

/** hedera.allowances.maxTransactionLimit: grants in one transaction, each serial number counts. */
export const MAX_GRANTS = 20
/** hedera.allowances.maxAccountLimit: grants that an owner may have given at a time. */
const MAX_ALLOWANCES = 100

/** Who grants does so at a consensus time. */
type Granting = Pick<HandleContext, 'state' | 'now'>

/** Lets the spender take `amount` tinybars from the owner, instead of what it could before; 0 ends that. */
export function grantHbar({ state, now }: Granting, owner: number, spender: number, amount: bigint): void {
  if (amount === 0n) state.removeHbarAllowance(owner, spender)
  else state.putHbarAllowance({ owner, spender, amount, granted: amount, createdAt: now })
  checkCount(state, owner, amount > 0n)
}

/** The same for `amount` of a fungible token. */
export function grantToken(
  { state, now }: Granting,
  owner: number,
  token: number,
  spender: number,
  amount: bigint,
): void {
  if (amount === 0n) state.removeTokenAllowance(owner, token, spender)
  else state.putTokenAllowance({ owner, token, spender, amount, granted: amount, createdAt: now })
  checkCount(state, owner, amount > 0n)
}

/** Lets the spender take every NFT of the token that the owner has or will have, or ends that. */
export function grantAllNfts(
  { state, now }: Granting,
  owner: number,
  token: number,
  spender: number,
  approved: boolean,
): void {
  const known = state.nftAllowance(owner, token, spender)
  if (approved) state.putNftAllowance(known ?? { owner, token, spender, createdAt: now })
  else state.removeNftAllowance(owner, token, spender)
  checkCount(state, owner, true)
}

function checkCount(state: State, owner: number, isGrant: boolean): void {
  check(!isGrant || state.allowanceCount(owner) <= MAX_ALLOWANCES, 'MAX_ALLOWANCES_EXCEEDED')
}

/** Takes `amount` tinybars off what the owner allows the spender. */
export function spendHbar(state: State, owner: number, spender: number, amount: bigint): void {
  const allowance = state.hbarAllowance(owner, spender)
  check(allowance !== undefined, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
  const left = allowance.amount - amount
  check(left >= 0n, 'AMOUNT_EXCEEDS_ALLOWANCE')
  if (left === 0n) state.removeHbarAllowance(owner, spender)
  else if (amount > 0n) state.putHbarAllowance({ ...allowance, amount: left })
}

/** The same for `amount` of a fungible token. */
export function spendToken(state: State, owner: number, token: number, spender: number, amount: bigint): void {
  const allowance = state.tokenAllowance(owner, token, spender)
  check(allowance !== undefined, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
  const left = allowance.amount - amount
  check(left >= 0n, 'AMOUNT_EXCEEDS_ALLOWANCE')
  if (left === 0n) state.removeTokenAllowance(owner, token, spender)
  else if (amount > 0n) state.putTokenAllowance({ ...allowance, amount: left })
}

/** The spender may take this NFT: it was approved for it, or for all of the token. */
export function checkNftSpender(state: State, nft: Nft, spender: number): void {
  const isAllowed = nft.spender === spender || state.nftAllowance(nft.owner, nft.token, spender) !== undefined
  check(isAllowed, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
}

/** Gives some of the owner's NFTs a spender, or takes it away. All of them must be the owner's. */
export function setNftSpender(
  state: State,
  token: Token,
  serials: readonly bigint[],
  owner: number,
  spender: Pick<Nft, 'spender' | 'delegatingSpender'>,
): void {
  for (const serial of new Set(serials)) {
    const nft = existingNft(state, token.num, serial)
    check(nft.owner === owner, 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO')
    state.putNft({ ...nft, ...spender })
  }
}

function existingNft(
  state: State,
  token: number,
  serial: bigint,
  missing: ResponseCode = 'INVALID_TOKEN_NFT_SERIAL_NUMBER',
): Nft {
  const nft = state.nft(token, serial)
  check(nft !== undefined && nft.owner !== 0, missing)
  return nft
}

/** The serial numbers are positive and name NFTs of the token. */
export function checkSerials(state: State, token: number, serials: readonly bigint[]): void {
  for (const serial of serials) {
    check(serial > 0n, 'INVALID_TOKEN_NFT_SERIAL_NUMBER')
    existingNft(state, token, serial)
  }
}
