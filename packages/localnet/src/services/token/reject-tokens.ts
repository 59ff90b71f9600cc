import type { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { accountId, tokenId, tokenNumber } from '#protocol/ids.ts'
import { isValidKey } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { applyTransfer } from '#services/crypto/transfer/apply.ts'
import { usableToken } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { Account, Token } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'

type Body = proto.ITokenRejectTransactionBody
type List = proto.ITokenTransferList

/** ledger.tokenRejects.maxLen */
const MAX_REJECTIONS = 10

/** TokenReject (HIP-904): sends tokens back to their treasuries, without custom fees. */
export const rejectTokens = define('tokenReject', {
  type: 57,
  name: 'TOKENREJECT',
  price: { functionality: 'TokenReject', base: 9_000_000n },

  precheck({ rejections }) {
    const names = (rejections ?? []).map(nameOf)
    check(names.length > 0, 'EMPTY_TOKEN_REFERENCE_LIST')
    check(new Set(names).size === names.length, 'TOKEN_REFERENCE_REPEATED')
  },

  checkLengths: ({ rejections }) =>
    check((rejections ?? []).length <= MAX_REJECTIONS, 'TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED'),

  signers({ owner }, { state }) {
    if (!owner) return []
    const account = state.account(owner)
    check(account !== undefined, 'INVALID_OWNER_ID')
    check(isValidKey(account.key.rule), 'ACCOUNT_IS_IMMUTABLE')
    return [account.key.rule]
  },

  handle(body, context) {
    const { state, payer } = context
    const owner = usableAccount(state, body.owner ?? accountId(payer))
    const lists = [...wholeBalances(body, owner, context), ...singleNfts(body, owner, context)]
    applyTransfer({ tokenTransfers: lists }, context)
  },
})

/** Checks a reference, and returns a name for its target. */
function nameOf({ fungibleToken, nft }: proto.ITokenReference): string {
  check(!fungibleToken || !nft, 'INVALID_TRANSACTION_BODY')
  if (nft) {
    check(nft.token_ID != null, 'INVALID_NFT_ID')
    check(int64(nft.serialNumber) > 0n, 'INVALID_TOKEN_NFT_SERIAL_NUMBER')
    return `${tokenNumber(nft.token_ID)}/${int64(nft.serialNumber)}`
  }
  check(fungibleToken == null || tokenNumber(fungibleToken) !== 0, 'INVALID_TOKEN_ID')
  return `${tokenNumber(fungibleToken)}`
}

function wholeBalances({ rejections }: Body, owner: Account, { state }: HandleContext): List[] {
  return (rejections ?? []).flatMap(({ fungibleToken }) => {
    if (!fungibleToken) return []
    const token = usableToken(state, fungibleToken)
    const relation = state.relation(owner.num, token.num)
    check(relation !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
    check(!relation.frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
    check(token.treasury !== owner.num, 'ACCOUNT_IS_TREASURY')
    check(relation.balance > 0n, 'INSUFFICIENT_TOKEN_BALANCE')
    return [{ token: tokenId(token.num), transfers: moved(owner.num, token.treasury, relation.balance) }]
  })
}

function moved(from: number, to: number, amount: bigint): proto.IAccountAmount[] {
  const debit = { accountID: accountId(from), amount: toLong(-amount) }
  return [debit, { accountID: accountId(to), amount: toLong(amount) }]
}

function singleNfts({ rejections }: Body, owner: Account, context: HandleContext): List[] {
  return (rejections ?? []).flatMap(({ nft }) => {
    if (!nft) return []
    const token = rejectedNft(nft, owner, context)
    const parties = { senderAccountID: accountId(owner.num), receiverAccountID: accountId(token.treasury) }
    return [{ token: tokenId(token.num), nftTransfers: [{ ...parties, serialNumber: nft.serialNumber ?? null }] }]
  })
}

function rejectedNft({ token_ID, serialNumber }: proto.INftID, owner: Account, { state }: HandleContext): Token {
  const nft = state.nft(tokenNumber(token_ID), int64(serialNumber))
  check(nft !== undefined, 'INVALID_NFT_ID')
  const token = usableToken(state, token_ID)
  check(token.treasury !== owner.num, 'ACCOUNT_IS_TREASURY')
  check(nft.owner === owner.num, 'INVALID_OWNER_ID')
  return token
}
