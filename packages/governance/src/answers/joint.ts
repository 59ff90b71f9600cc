import { namedSchema } from '@quorate/platform'
import { Type } from 'typebox'
import type { JointState } from '../signatures/joint.ts'

export const JointOut = namedSchema(
  'JointSignatures',
  Type.Object({
    account: Type.String({ description: 'the wallet whose owners sign' }),
    text: Type.String({ description: 'what they sign' }),
    reason: Type.Optional(Type.String({ description: 'of a veto' })),
    number: Type.Optional(Type.Integer({ description: 'of the new rules' })),
    rules: Type.Optional(
      Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'the rules that change' }),
    ),
    signedBy: Type.Array(Type.String(), { description: "the wallet's keys that have signed, in hex" }),
    missing: Type.Union([Type.Integer(), Type.Null()], {
      description: 'how many further signatures it needs at least; null if no signatures are enough',
    }),
    done: Type.Boolean({ description: 'whether it is carried out' }),
  }),
)

export const jointOut = ({ account, text, body, signedBy, missing }: JointState, done = false) => ({
  account,
  text,
  ...(body as { reason?: string; number?: number; rules?: object }),
  signedBy,
  missing: Number.isFinite(missing) ? missing : null,
  done,
})
