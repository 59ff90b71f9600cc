import { resolve } from 'node:path'
import { isQuorateError } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { clientOf, placesOf, withSession } from '../connection/connect.ts'
import { readKey } from '../connection/keys.ts'
import { keep } from '../connection/session-file.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { ask } from '../terminal/questions.ts'

type Commands = CommandTable['session']['commands']

export async function login(given: Given<Commands['login']>): Promise<void> {
  const { account, json, chain, code, keyFile, keyType } = given
  if (account === undefined) throw new Failure('usage', 'No account: name it with --account 0.0.n or QUORATE_ACCOUNT')
  const signer = keySigner({ accountId: account, ...readKey({ keyFile, keyType }) })
  const { places, kept } = placesOf(given)
  const client = clientOf(places, chain, signer)
  const session = await client
    .login({ code: code ?? (() => ask('Code of the second factor', 'pass --code')) })
    .catch((error: unknown) => {
      if (!isQuorateError(error, 'KEY_MISMATCH')) throw error
      throw new Failure(
        'notLoggedIn',
        `${keyFile ?? 'QUORATE_KEY'} does not have the key that signs for ${account} on the ledger: name another --key-file or --account${keyType === undefined ? ', or the --key-type of a raw key of 32 bytes' : ''}`,
        'KEY_MISMATCH',
      )
    })
  keep({
    version: 1,
    places,
    current: account,
    sessions: {
      ...kept?.sessions,
      [account]: {
        ...session,
        ...(keyFile === undefined ? {} : { keyFile: resolve(keyFile) }),
        ...(keyType === undefined ? {} : { keyType }),
      },
    },
  })
  const shown = { account, chain: session.chain, role: session.role, url: places.node }
  printOne(shown, { json, fields: Object.entries(shown) })
}

export async function whoami(given: Given<Commands['whoami']>): Promise<void> {
  await withSession(given, async ({ client, kept, places }) => {
    const profile = await client.node.get('/auth/profile')
    const session = client.session
    const { accountId, chain, role, publicKey } = session ?? {}
    const others = Object.keys(kept.sessions).filter((id) => id !== accountId)
    printOne(
      { account: accountId, chain, role, publicKey, url: places.node, others, profile },
      {
        json: given.json,
        fields: [
          ['account', accountId],
          ['chain', chain],
          ['role', role],
          ['public key', publicKey],
          ['url', places.node],
          ['also here', others.join(', ')],
        ],
      },
    )
  })
}

export async function logout(given: Given<Commands['logout']>): Promise<void> {
  const { account, places } = await withSession(given, async (connection) => {
    await connection.client.logout()
    return connection
  })
  const { kept } = placesOf(given)
  if (kept) {
    const { [account]: _, ...sessions } = kept.sessions
    keep({ ...kept, sessions, current: Object.keys(sessions)[0] ?? null })
  }
  if (given.json) printOne({ account, url: places.node }, { json: true, fields: [] })
  else note(`${plain(account)} is logged out at ${places.node}`)
}
