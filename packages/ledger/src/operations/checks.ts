/** Checks before signing for what the ledger would certainly refuse. Their error codes are the protocol's. */

import { unprocessable } from '@quorate/platform'
import type { Ledger } from '../ledger.ts'
import type { MirrorTokenDetails, MirrorTopic, TokenKeyName } from '../mirror/entities.ts'
import type { MirrorAccount } from '../mirror/mirror.ts'

export type Facts = ReturnType<typeof createFacts>

export function createFacts({ mirror, chain }: Pick<Ledger, 'mirror' | 'chain'>) {
  return {
    /** @throws 422 `unknown` for an account that does not exist, ACCOUNT_DELETED */
    async account(id: string, field: string, unknown = 'INVALID_ACCOUNT_ID'): Promise<MirrorAccount> {
      const found = await mirror.account(id)
      if (!found) throw unprocessable(unknown, `${field}: the account ${id} does not exist on ${chain}`)
      if (found.deleted) throw unprocessable('ACCOUNT_DELETED', `${field}: the account ${id} was deleted`)
      return found
    },

    /** @throws 422 `unknown` for a token that does not exist, TOKEN_WAS_DELETED */
    async token(id: string, unknown = 'INVALID_TOKEN_ID'): Promise<MirrorTokenDetails> {
      const found = await mirror.tokenDetails(id)
      if (!found) throw unprocessable(unknown, `The token ${id} does not exist on ${chain}`)
      if (found.deleted) throw unprocessable('TOKEN_WAS_DELETED', `The token ${id} was deleted`)
      return found
    },

    /** @throws 422 INVALID_TOPIC_ID */
    async topic(id: string): Promise<MirrorTopic> {
      const found = await mirror.topic(id)
      if (!found) throw unprocessable('INVALID_TOPIC_ID', `The topic ${id} does not exist on ${chain}`)
      if (found.deleted) throw unprocessable('INVALID_TOPIC_ID', `The topic ${id} was deleted`)
      return found
    },

    /** @throws 422 TOKEN_NOT_ASSOCIATED_TO_ACCOUNT */
    async holding(account: string, tokenId: string): Promise<{ balance: bigint; frozen: boolean }> {
      const held = await mirror.holding(account, tokenId)
      if (held) return held
      throw unprocessable(
        'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
        `The account ${account} is not associated with the token ${tokenId}`,
      )
    },

    isAssociated: async (account: string, tokenId: string): Promise<boolean> =>
      (await mirror.holding(account, tokenId)) !== null,

    /**
     * @throws 422 TOKEN_NOT_ASSOCIATED_TO_ACCOUNT for an account that is not associated and has no automatic
     *     associations
     */
    async canReceive({ id, maxAutomaticTokenAssociations }: MirrorAccount, tokenId: string): Promise<void> {
      if (maxAutomaticTokenAssociations === 0) await this.holding(id, tokenId)
    },

    /** @throws 422 INVALID_NFT_ID, or `code` if another account owns the NFT */
    async ownedNft(tokenId: string, serial: number, owner: string, code: string): Promise<void> {
      const found = await mirror.nftOwner(tokenId, BigInt(serial))
      if (found === null) throw unprocessable('INVALID_NFT_ID', `The token ${tokenId} has no serial ${serial}`)
      if (found !== owner) throw unprocessable(code, `${owner} does not own serial ${serial} of ${tokenId}`)
    },
  }
}

const WITHOUT_KEY: Record<TokenKeyName, string> = {
  adminKey: 'TOKEN_IS_IMMUTABLE',
  feeScheduleKey: 'TOKEN_HAS_NO_FEE_SCHEDULE_KEY',
  freezeKey: 'TOKEN_HAS_NO_FREEZE_KEY',
  kycKey: 'TOKEN_HAS_NO_KYC_KEY',
  pauseKey: 'TOKEN_HAS_NO_PAUSE_KEY',
  supplyKey: 'TOKEN_HAS_NO_SUPPLY_KEY',
  wipeKey: 'TOKEN_HAS_NO_WIPE_KEY',
}

/** @throws 422 with the ledger's code for an operation that needs this key */
export function needKey({ id, keys }: MirrorTokenDetails, name: TokenKeyName): void {
  if (!keys[name]) throw unprocessable(WITHOUT_KEY[name], `the token ${id} has no ${name}`)
}

/** @throws 422 TOKEN_IS_PAUSED */
export function needUnpaused({ id, paused }: MirrorTokenDetails): void {
  if (paused) throw unprocessable('TOKEN_IS_PAUSED', `The token ${id} is paused`)
}

/** @throws 422 with `code` if the token is of the other type */
export function needType(token: MirrorTokenDetails, type: MirrorTokenDetails['type'], code: string): void {
  if (token.type !== type) throw unprocessable(code, `the token ${token.id} is ${token.type}, not ${type}`)
}

/** @throws 422 UNEXPECTED_TOKEN_DECIMALS */
export function needDecimals(token: MirrorTokenDetails, decimals: number | undefined): void {
  if (decimals === undefined || decimals === token.decimals) return
  throw unprocessable(
    'UNEXPECTED_TOKEN_DECIMALS',
    `decimals is ${decimals}, but the token ${token.id} has ${token.decimals}`,
  )
}
