import { namedSchema } from '@quorate/platform'
import { Type } from 'typebox'
import { befores } from '../model/request.ts'

export const Reminders = namedSchema(
  'Reminders',
  Type.Object({
    webhook: Type.Union([Type.String(), Type.Null()]),
    socket: Type.Boolean(),
    email: Type.Boolean(),
    before: Type.Array(Type.Enum([...befores])),
    secret: Type.Optional(
      Type.String({ description: 'for a new webhook: the key that signs what is posted. It is shown only once' }),
    ),
  }),
)
