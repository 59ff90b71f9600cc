import type { GovernanceTypes } from '@quorate/client'

/** False where the account is no member for sure: a list that is cut off does not say that. */
export const mayBeMember = (
  { members, membersTruncated }: Pick<GovernanceTypes['Dao'], 'members' | 'membersTruncated'>,
  account: string,
): boolean => membersTruncated || members.includes(account)
