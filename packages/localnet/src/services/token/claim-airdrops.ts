import type { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, tokenId } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { applyTransfer } from '#services/crypto/transfer/apply.ts'
import { feesOf } from '#services/fee-schedule.ts'
import { newRelation, usableToken } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { PendingAirdrop } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { CLAIMS } from '#transaction/high-volume.ts'
import { checkAirdropIds, checkIdCount, findAirdrops } from './airdrops/pending-airdrops.ts'

/** TokenClaimAirdrop (HIP-904): the receiver claims pending airdrops; it needs no free slot for that. */
export const claimAirdrops = define('tokenClaimAirdrop', {
  type: 60,
  name: 'TOKENCLAIMAIRDROP',
  price: { functionality: 'TokenClaimAirdrop', highVolume: { opsPerSec: 10_500, curve: CLAIMS }, base: 9_000_000n },

  precheck: ({ pendingAirdrops }) => checkAirdropIds(pendingAirdrops),

  checkLengths: checkIdCount,

  signers({ pendingAirdrops }, { state }) {
    return (pendingAirdrops ?? []).map(({ receiverId }) => {
      const receiver = state.account(receiverId)
      check(receiver !== undefined, 'INVALID_ACCOUNT_ID')
      return receiver.key.rule
    })
  },

  handle({ pendingAirdrops }, context) {
    const airdrops = findAirdrops(pendingAirdrops, context.state)
    for (const airdrop of airdrops) checkClaimable(airdrop, context)
    for (const airdrop of airdrops) claim(airdrop, context)
  },
})

function checkClaimable({ sender, receiver, token: num }: PendingAirdrop, { state }: HandleContext): void {
  for (const account of [receiver, sender]) usableAccount(state, accountId(account))
  const token = usableToken(state, tokenId(num))
  const hasFallback = feesOf(token).some((fee) => fee.kind === 'royalty' && fee.fallback)
  check(!hasFallback, 'TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY')
}

/** Moves what was airdropped, without custom fees: they were paid with the airdrop. */
function claim(airdrop: PendingAirdrop, context: HandleContext): void {
  const { state, now } = context
  const token = usableToken(state, tokenId(airdrop.token))
  if (!state.relation(airdrop.receiver, token.num)) state.putRelation(newRelation(airdrop.receiver, token, now, false))
  applyTransfer({ tokenTransfers: [transferOf(airdrop)] }, context)
  state.removePendingAirdrop(airdrop)
}

function transferOf({ sender, receiver, token, serial, amount }: PendingAirdrop): proto.ITokenTransferList {
  const [from, to, id] = [accountId(sender), accountId(receiver), tokenId(token)]
  if (serial > 0n) {
    const nftTransfers = [{ senderAccountID: from, receiverAccountID: to, serialNumber: toLong(serial) }]
    return { token: id, nftTransfers }
  }
  const debit = { accountID: from, amount: toLong(-amount) }
  return { token: id, transfers: [debit, { accountID: to, amount: toLong(amount) }] }
}
