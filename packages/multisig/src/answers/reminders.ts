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
      Type.String({ description: 'of a webhook that was just set, told once: what is posted to it is signed with it' }),
    ),
  }),
)
