import type { GovernanceTypes } from '@quorate/client'

/** Returns false only if the account is certainly not a member. A truncated list cannot tell. */
export const mayBeMember = (
  { members, membersTruncated }: Pick<GovernanceTypes['Dao'], 'members' | 'membersTruncated'>,
  account: string,
): boolean => membersTruncated || members.includes(account)
