import { AccountId, type Http } from '@quorate/platform'
import { Type } from 'typebox'
import { TreasuryAccountOut, treasuryAccountOut } from '../answers/treasury.ts'
import type { Service } from '../service.ts'
import { treasuryOf } from '../store/treasury.ts'
import { DaoPath, SMALL_BODY } from './daos.ts'

const AccountPath = Type.Object({ ...DaoPath.properties, account: AccountId })
const tags = ['daos']

/** Adds the endpoints for the treasuries of DAOs. */
export function treasuryRoutes(http: Http, { database, daos, treasury }: Service): void {
  http.get(
    '/daos/:daoId/treasury',
    {
      schema: {
        tags,
        summary: 'List the accounts of the treasury of a DAO',
        description:
          "The accounts that the DAO's owner names, the oldest first. Whether the DAO decides over them depends on their keys. What they hold and pay is on the ledger: read it from a mirror node.",
        params: DaoPath,
        errors: { 404: ['DAO_NOT_FOUND'] },
        response: { 200: Type.Array(TreasuryAccountOut) },
      },
    },
    async ({ params }) => {
      const { daoId } = await daos.find(params.daoId)
      return (await treasuryOf(database.read, daoId)).map((one) => treasuryAccountOut(daoId, one))
    },
  )

  http.put(
    '/daos/:daoId/treasury/:account',
    {
      bodyLimit: SMALL_BODY,
      schema: {
        tags,
        summary: 'Name an account of the treasury',
        description: 'Only for the owner of the DAO. Again with another label, it changes the label.',
        params: AccountPath,
        body: Type.Object(
          { label: Type.String({ minLength: 1, maxLength: 100, description: 'what the account is for' }) },
          { additionalProperties: false },
        ),
        errors: {
          400: ['BLANK_TEXT', 'HIDDEN_CHARACTER', 'UNKNOWN_CHAIN'],
          403: ['NOT_THE_OWNER'],
          404: ['DAO_NOT_FOUND'],
          422: ['ACCOUNT_DELETED', 'INVALID_ACCOUNT_ID'],
          429: ['TOO_MANY_TREASURY_ACCOUNTS'],
        },
        response: { 200: TreasuryAccountOut },
      },
    },
    async ({ params: { daoId, account }, body, session }) =>
      treasuryAccountOut(daoId, await treasury.name(daoId, account, body.label, session)),
  )

  http.delete(
    '/daos/:daoId/treasury/:account',
    {
      schema: {
        tags,
        summary: 'Remove an account from the treasury',
        description:
          'Only for the owner of the DAO. Nothing changes on the ledger. Answers the account as it was named.',
        params: AccountPath,
        errors: { 403: ['NOT_THE_OWNER'], 404: ['DAO_NOT_FOUND', 'TREASURY_ACCOUNT_NOT_FOUND'] },
        response: { 200: TreasuryAccountOut },
      },
    },
    async ({ params: { daoId, account }, session }) =>
      treasuryAccountOut(daoId, await treasury.remove(daoId, account, session)),
  )
}
