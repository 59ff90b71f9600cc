import { AccountId, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { TreasuryAccount } from '../model/treasury.ts'

export const TreasuryAccountOut = namedSchema(
  'TreasuryAccount',
  Type.Object({
    daoId: Type.String(),
    account: AccountId,
    label: Type.String({ description: 'what the account is for, by the word of the owner' }),
    namedAt: Type.String({ format: 'date-time', description: 'ISO 8601' }),
  }),
)

export const treasuryAccountOut = (
  daoId: string,
  { account, label, namedAt }: TreasuryAccount,
): Static<typeof TreasuryAccountOut> => ({ daoId, account, label, namedAt: namedAt.toISOString() })
