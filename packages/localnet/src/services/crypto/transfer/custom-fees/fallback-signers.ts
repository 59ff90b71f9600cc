import type { proto } from '@hiero-ledger/proto'
import { tokenNumber } from '#protocol/ids.ts'
import type { KeyRule } from '#protocol/keys.ts'
import { feesOf } from '#services/fee-schedule.ts'
import type { Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { Level, numberOf } from './level.ts'
import { exchangedFor } from './royalties.ts'

/** The rules of receivers who give nothing for an NFT and so may owe a fallback royalty: they must sign. */
export function fallbackSigners(body: proto.ICryptoTransferTransactionBody, state: State): KeyRule[] {
  const rules: KeyRule[] = []
  for (const { token: id, nftTransfers } of body.tokenTransfers ?? []) {
    const token = nftTransfers?.length ? state.tokens.get(tokenNumber(id)) : undefined
    if (!token || !hasFallback(token)) continue
    const level = new Level(body, state)
    for (const { senderAccountID, receiverAccountID } of nftTransfers ?? []) {
      const [sender, receiver] = [numberOf(senderAccountID, state), state.account(receiverAccountID)]
      const isTreasury = sender === token.treasury || receiver?.num === token.treasury
      if (receiver && !isTreasury && exchangedFor(level, sender).length === 0) rules.push(receiver.key.rule)
    }
  }
  return rules
}

function hasFallback(token: Token): boolean {
  return feesOf(token).some((fee) => fee.kind === 'royalty' && fee.fallback)
}
