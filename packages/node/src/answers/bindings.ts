import { namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { BindingRow } from '../store/bindings.ts'

export const BindingOut = namedSchema(
  'Binding',
  Type.Object({
    entityId: Type.String({ description: 'the account, topic or token' }),
    kind: Type.Enum(['account', 'topic', 'token']),
    validator: Type.String({ description: 'the consensus timestamp that identifies the validator' }),
    owner: Type.String({ description: 'the account that created it' }),
    transactionId: Type.String({ description: 'the transaction that created it' }),
  }),
)

type Shown = Pick<BindingRow, 'entity' | 'kind' | 'validator' | 'owner' | 'transaction_id'>
export const bindingOut = ({ entity, kind, validator, owner, transaction_id }: Shown) =>
  ({ entityId: entity, kind, validator, owner, transactionId: transaction_id }) as Static<typeof BindingOut>
