/** Fixture for tests of co-signing: two people, validators, and accounts under them. */
import assert from 'node:assert/strict'
import { type Transaction, TransferTransaction } from '@hiero-ledger/sdk'
import { type Answer, type Harness, OPERATOR, openHarness } from './harness.ts'
import { type Person, walletsOf } from './wallets.ts'

export const REFUSED = [403, 'VALIDATOR_REFUSED']

export type Guarded = Awaited<ReturnType<typeof openGuarded>>

export const openGuarded = async (settings: object = {}) =>
  guardedOn(await openHarness({}, {}, { mirrorTimeoutMs: 10_000, settings }))

/** The fixture on a node that the test has already opened. */
export async function guardedOn(harness: Harness) {
  const wallets = walletsOf(harness)
  const [ada, ben] = [await wallets.person(), await wallets.person()]

  const rich = new TransferTransaction().addHbarTransfer(OPERATOR, -4_000)
  await wallets.onLedger(rich.addHbarTransfer(ada.id, 2_000).addHbarTransfer(ben.id, 2_000))

  const ask = (by: Person, path: string, body: object, method = 'POST'): Promise<Answer> =>
    harness.ask(path, { method, token: by.token, body })

  async function validator(path: 'accounts' | 'consensus' | 'tokens', body: object): Promise<string> {
    const response = await fetch(`${harness.url}/validators/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return text
  }

  return {
    harness,
    wallets,
    ada,
    ben,
    ask,
    validator,
    /** Status and code of a refusal. */
    async refusal(by: Person, path: string, body: object, method = 'POST') {
      const answer = await ask(by, path, body, method)
      return [answer.status, answer.body.code]
    },
    /** A new account of `by` under a validator with these rules. */
    async account(by: Person, configuration: object, more: object = {}): Promise<string> {
      const validatorConsensusTimestamp = await validator('accounts', configuration)
      const body = { validatorConsensusTimestamp, balance: 2_000_000_000, maxAutomaticTokenAssociations: -1, ...more }
      return (await wallets.done(by, 'POST', '/accounts', body)).accountId
    },
    /** Creates a token of `by`. Returns its id. */
    async token(by: Person, more: object = {}): Promise<string> {
      const body = { name: 'T', symbol: 'T', initialSupply: 1_000_000, ...more }
      return (await wallets.done(by, 'POST', '/hts/create/token', body)).tokenId
    },
    /** The ledger's status for a transaction that the operator pays for, signed by the operator and these people. */
    async onLedger(transaction: Transaction, ...by: Person[]): Promise<string> {
      return wallets.onLedger(transaction, ...by.map(({ key }) => key)).then(
        () => 'SUCCESS',
        (error) => /"status":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
      )
    },
    async [Symbol.asyncDispose]() {
      wallets.client.close()
      await harness[Symbol.asyncDispose]()
    },
  }
}
