import { type Database, forbidden } from '@quorate/platform'
import { notFoundOrDenied } from '../model/errors.ts'
import { type Ability, type Member, may } from '../model/roles.ts'
import { type Membership, memberOf } from '../store/roles.ts'
import type { Tables } from '../store/tables.ts'

/**
 * Checks that an account may do this at a wallet. Call it before anything of the wallet is read, so that response times
 * do not reveal whether the wallet exists. Returns the account's role.
 *
 * @throws 403 `FORBIDDEN`
 */
export async function checkMay(
  { database }: { database: Database<Tables> },
  { chain, wallet, account }: Membership,
  ability: Ability,
): Promise<Member> {
  const member = await memberOf(database.read, chain, wallet, account)
  if (member === undefined) throw notFoundOrDenied()
  // A member sees the wallet anyway, so the error may say that its role is the reason.
  if (!may(member, ability))
    throw forbidden('FORBIDDEN', `The role of ${account} at ${wallet} is ${member}, which does not permit this`)
  return member
}
