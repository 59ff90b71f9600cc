import { AccountId, namedSchema } from '@quorate/platform'
import { Type } from 'typebox'
import { StatusOut } from './status.ts'

const count = (description: string) => Type.Integer({ description })

export const GroupOut = namedSchema(
  'RequestGroup',
  Type.Object({
    groupId: Type.String(),
    walletId: AccountId,
    requesterId: AccountId,
    size: count('how many parts the group was announced with'),
    counts: Type.Object({
      requests: count('parts that exist: fewer than `size` if its requester was interrupted'),
      waiting: count('parts that lack signatures'),
      signed: count('parts that have all signatures and are not executed yet'),
      executed: count('parts that the ledger has executed'),
      failed: count('parts that ended otherwise'),
    }),
    unpaid: Type.Array(Type.String(), {
      description:
        'the `jobId` of each part that was not executed and never will be: its payments can be requested again',
    }),
    requests: Type.Array(StatusOut, { description: 'the parts, in order' }),
  }),
)
