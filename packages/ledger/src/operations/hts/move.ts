import { TokenUpdateTransaction } from '@hiero-ledger/sdk'
import { keyToSdk } from '../../keys/key-encodings.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf } from '../fields.ts'
import { movedKeys, nothingToMove } from '../moves.ts'
import { defineOperation } from '../operation.ts'
import { TOKEN_KEYS } from './keys.ts'
import { TokenPath } from './token-path.ts'

export const moveToken = defineOperation({
  name: 'move/token',
  method: 'PUT',
  path: '/hts/{token}/network-key',
  tag: 'tokens',
  summary: "Move a token to the network's current key",
  errors: [existingTokenErrors, { 422: ['CONTRACT_KEY', 'NOTHING_TO_MOVE'] }],
  params: TokenPath,
  body: bodyOf({}),
  async prepare({ params }, { facts, movedKey }) {
    const { id, keys } = await facts.token(params.token)
    const present = TOKEN_KEYS.map(([name]) => [name, keys[name]] as const)
    const moved = new Map(movedKeys(present, movedKey))
    if (moved.size === 0) throw nothingToMove('token', id)
    const transaction = new TokenUpdateTransaction().setTokenId(id)
    for (const [name, set] of TOKEN_KEYS) {
      const key = moved.get(name)
      if (key) set(transaction, keyToSdk(key))
    }
    return { transaction, moves: { kind: 'token', id } }
  },
})
