import type { proto } from '@hiero-ledger/proto'
import { tokenNumber } from '../../../../ids.ts'
import type { KeyRule } from '../../../../keys.ts'
import type { State } from '../../../../state/state.ts'
import { feesOf, isExempt } from '../../../token/feeSchedule.ts'
import { Level, numberOf } from './level.ts'
import { exchangedFor } from './royalties.ts'

/** Receivers of NFTs who give nothing for them, and so owe a fallback royalty: they must sign. */
export function fallbackSigners(body: proto.ICryptoTransferTransactionBody, state: State): KeyRule[] {
  const rules: KeyRule[] = []
  for (const { token: id, nftTransfers } of body.tokenTransfers ?? []) {
    const token = nftTransfers?.length ? state.tokens.get(tokenNumber(id)) : undefined
    if (!token || token.customFees.length === 0) continue
    const level = new Level(body, state)
    for (const { senderAccountID, receiverAccountID } of nftTransfers ?? []) {
      const [sender, receiver] = [numberOf(senderAccountID, state), state.account(receiverAccountID)]
      if (!receiver || sender === token.treasury || exchangedFor(level, sender).length > 0) continue
      const owes = feesOf(token).some((f) => f.kind === 'royalty' && f.fallback && !isExempt(token, f, receiver.num))
      if (owes) rules.push(receiver.key.rule)
    }
  }
  return rules
}
