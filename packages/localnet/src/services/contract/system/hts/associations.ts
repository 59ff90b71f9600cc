import type { SystemOutcome } from '#evm/world.ts'
import { tokenId } from '#protocol/ids.ts'
import { type Answering, fn, view } from '../call.ts'
import { VIEW_GAS } from '../native.ts'
import { answerCode } from './codes.ts'
import { tokenIdOf } from './transfers.ts'

const RESULT = '(int64)'

function associate(answering: Answering, account: Buffer, tokens: readonly Buffer[]): SystemOutcome {
  return answerCode(answering, 'tokenAssociate', {
    account: answering.call.idOf(account),
    tokens: tokens.map(tokenIdOf),
  })
}

function dissociate(answering: Answering, account: Buffer, tokens: readonly Buffer[]): SystemOutcome {
  return answerCode(answering, 'tokenDissociate', {
    account: answering.call.idOf(account),
    tokens: tokens.map(tokenIdOf),
  })
}

export const associations = [
  fn<[Buffer, Buffer]>('associateToken(address,address)', RESULT, ([account, token], answering) =>
    associate(answering, account, [token]),
  ),
  fn<[Buffer, readonly Buffer[]]>('associateTokens(address,address[])', RESULT, ([account, tokens], answering) =>
    associate(answering, account, tokens),
  ),
  fn<[Buffer, Buffer]>('dissociateToken(address,address)', RESULT, ([account, token], answering) =>
    dissociate(answering, account, [token]),
  ),
  fn<[Buffer, readonly Buffer[]]>('dissociateTokens(address,address[])', RESULT, ([account, tokens], answering) =>
    dissociate(answering, account, tokens),
  ),
]

/** The caller's association with the token whose address is called (HIP-719). */
export const ownAssociation = [
  fn('associate()', RESULT, (_, answering) => {
    const { callerId, facade } = answering.call
    return answerCode(answering, 'tokenAssociate', { account: callerId, tokens: [tokenId(facade ?? 0)] })
  }),
  fn('dissociate()', RESULT, (_, answering) => {
    const { callerId, facade } = answering.call
    return answerCode(answering, 'tokenDissociate', { account: callerId, tokens: [tokenId(facade ?? 0)] })
  }),
  view('isAssociated()', '(bool)', (_, { call, success }) =>
    success(VIEW_GAS, call.state.relation(call.caller.account.num, call.facade ?? 0) !== undefined),
  ),
]
