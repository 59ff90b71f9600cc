import type { BodyCase } from '#protocol/envelope.ts'
import type { SystemFunction } from '../call.ts'
import { fn } from '../call.ts'
import { answerCode } from './codes.ts'
import { tokenIdOf } from './transfers.ts'

const RESULT = '(int64)'

/** Declares a function that takes a token and an account. */
const ofAccount = (
  name: string,
  bodyCase: 'tokenFreeze' | 'tokenUnfreeze' | 'tokenGrantKyc' | 'tokenRevokeKyc',
): SystemFunction =>
  fn<[Buffer, Buffer]>(`${name}(address,address)`, RESULT, ([token, account], answering) =>
    answerCode(answering, bodyCase as BodyCase & 'tokenFreeze', {
      token: tokenIdOf(token),
      account: answering.call.idOf(account),
    }),
  )

export const roles = [
  ofAccount('freezeToken', 'tokenFreeze'),
  ofAccount('unfreezeToken', 'tokenUnfreeze'),
  ofAccount('grantTokenKyc', 'tokenGrantKyc'),
  ofAccount('revokeTokenKyc', 'tokenRevokeKyc'),
  fn<[Buffer]>('pauseToken(address)', RESULT, ([token], answering) =>
    answerCode(answering, 'tokenPause', { token: tokenIdOf(token) }),
  ),
  fn<[Buffer]>('unpauseToken(address)', RESULT, ([token], answering) =>
    answerCode(answering, 'tokenUnpause', { token: tokenIdOf(token) }),
  ),
  fn<[Buffer]>('deleteToken(address)', RESULT, ([token], answering) =>
    answerCode(answering, 'tokenDeletion', { token: tokenIdOf(token) }),
  ),
]
