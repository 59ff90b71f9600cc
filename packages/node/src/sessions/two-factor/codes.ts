/** The codes of a second factor, as requests contain them. */
import { Type } from 'typebox'
import { RECOVERY_CODE } from '../../model/recovery-codes.ts'

export const Code = Type.String({
  pattern: '^[0-9]{6}$',
  title: 'the six digits that the authenticator shows',
  examples: ['123456'],
})

export const CodeOrRecoveryCode = Type.String({
  pattern: `^([0-9]{6}|${RECOVERY_CODE})$`,
  title: 'the six digits that the authenticator shows, or a recovery code',
  examples: ['123456', 'K7QX-2M4N-TB5R-WZ3A'],
})
