import { namedSchema } from '@quorate/platform'
import { Type } from 'typebox'
import { befores, noticeKinds } from '../model/request.ts'

export const Reminders = namedSchema(
  'Reminders',
  Type.Object({
    webhook: Type.Union([Type.String(), Type.Null()]),
    socket: Type.Boolean(),
    messages: Type.Boolean({ description: 'whether the node writes to the account' }),
    before: Type.Array(Type.Enum([...befores])),
    notices: Type.Array(Type.Enum([...noticeKinds])),
    secret: Type.Optional(
      Type.String({ description: 'for a new webhook: the key that signs what is posted. It is shown only once' }),
    ),
  }),
)
