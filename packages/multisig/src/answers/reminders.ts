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
      Type.String({
        description:
          'the secret of a webhook that was just set, shown only once; it signs what the service posts there',
      }),
    ),
  }),
)
