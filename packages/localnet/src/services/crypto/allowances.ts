import type { proto } from '@hiero-ledger/proto'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import { usableAccount } from '#services/validation.ts'
import type { Account, Nft, Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { HandleContext, Reading } from '#transaction/definition.ts'

/** hedera.allowances.maxTransactionLimit: allowances in one transaction; each serial number counts as one. */
export const MAX_GRANTS = 20
/** hedera.allowances.maxAccountLimit: allowances that one owner may have given at a time. */
const MAX_ALLOWANCES = 100

/** The state, and the consensus time of the transaction that grants. */
type Granting = Pick<HandleContext, 'state' | 'now'>
type Owning = Pick<Reading, 'state' | 'payer'>

/**
 * The owner of an allowance: the payer if no owner is given. 0.0.0 counts as given, but does not exist. Signature rules
 * and handlers both call this, so they always agree on the owner.
 */
export function ownerOf(owner: proto.IAccountID | null | undefined, { state, payer }: Owning): Account {
  const account = owner == null ? state.accounts.get(payer) : state.account(owner)
  check(account !== undefined, 'INVALID_ALLOWANCE_OWNER_ID')
  return account
}

/**
 * The spender that grants in the owner's place; null if none is given. 0.0.0 counts as given, as in {@link ownerOf}.
 */
export function delegatorOf({ delegatingSpender }: proto.INftAllowance, { state }: Owning): Account | null {
  const invalid = 'INVALID_DELEGATING_SPENDER'
  return delegatingSpender == null ? null : usableAccount(state, delegatingSpender, invalid, invalid)
}

/**
 * Sets the tinybars that the spender may take from the owner to `amount`. It replaces an earlier amount; 0 ends the
 * allowance.
 */
export function grantHbar({ state, now }: Granting, owner: number, spender: number, amount: bigint): void {
  if (amount === 0n) state.removeHbarAllowance(owner, spender)
  else state.putHbarAllowance({ owner, spender, amount, granted: amount, createdAt: now })
  checkCount(state, owner, amount > 0n)
}

/** Like {@link grantHbar}, for `amount` of a fungible token. */
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

/** Lets the spender take every NFT of the token that the owner has or will have, or ends this. */
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

/** Reduces the owner's hbar allowance for the spender by `amount` tinybars. */
export function spendHbar(state: State, owner: number, spender: number, amount: bigint): void {
  const allowance = state.hbarAllowance(owner, spender)
  check(allowance !== undefined, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
  const left = allowance.amount - amount
  check(left >= 0n, 'AMOUNT_EXCEEDS_ALLOWANCE')
  if (left === 0n) state.removeHbarAllowance(owner, spender)
  else if (amount > 0n) state.putHbarAllowance({ ...allowance, amount: left })
}

/** Like {@link spendHbar}, for `amount` of a fungible token. */
export function spendToken(state: State, owner: number, token: number, spender: number, amount: bigint): void {
  const allowance = state.tokenAllowance(owner, token, spender)
  check(allowance !== undefined, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
  const left = allowance.amount - amount
  check(left >= 0n, 'AMOUNT_EXCEEDS_ALLOWANCE')
  if (left === 0n) state.removeTokenAllowance(owner, token, spender)
  else if (amount > 0n) state.putTokenAllowance({ ...allowance, amount: left })
}

/** Checks that the spender may take this NFT: it was approved for this one, or for all of the token. */
export function checkNftSpender(state: State, nft: Nft, spender: number): void {
  const isAllowed = nft.spender === spender || state.nftAllowance(nft.owner, nft.token, spender) !== undefined
  check(isAllowed, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
}

/** Sets the spender of some of the owner's NFTs, or removes it. The owner must own all of them. */
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

/** Checks that the serial numbers are positive and name NFTs of the token. */
export function checkSerials(state: State, token: number, serials: readonly bigint[]): void {
  for (const serial of serials) {
    check(serial > 0n, 'INVALID_TOKEN_NFT_SERIAL_NUMBER')
    existingNft(state, token, serial)
  }
}
