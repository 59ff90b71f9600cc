/** Roles of accounts that do not own the wallet. Its owners give and end them, and the accounts confirm them. */
import type { MultisigTypes } from '@quorate/client'
import { type AskedRole, approveRoleChange, signatureIn, type WalletRole } from '@quorate/verify'
import { type LoggedIn, withSession } from '../connection/connect.ts'
import { ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { notSigned, type SignOptions } from '../signing/sign-request.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { bold } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'
import { confirm as confirmed, needAnswers } from '../terminal/questions.ts'

type Commands = CommandTable['role']['commands']
type RoleChange = MultisigTypes['RoleChange']
type OwnRole = MultisigTypes['OwnRole']

export async function list(given: Given<Commands['list']>): Promise<void> {
  const { walletId, json } = given
  await withSession(given, async ({ client }) => {
    const { roles, changes } = await client.multisig.get('/multisig/wallet/{walletId}/roles', { path: { walletId } })
    const rows = [
      ...roles.map(({ account, role, status, signers }) => ({
        ...{ account, role, status, signers, change: null as string | null },
        until: null as string | null,
      })),
      ...changes.map(({ account, role, missing, signatures, changeId, expiresAt }) => ({
        ...{ account, role, change: changeId, until: expiresAt },
        status: `${missing} more ${missing === 1 ? 'signature' : 'signatures'}`,
        signers: signatures.map(({ senderId }) => senderId),
      })),
    ]
    await printList<(typeof rows)[number]>(rows, {
      json,
      empty: 'Nobody has a role at this wallet, besides its owners',
      columns: [
        { title: 'account', of: ({ account }) => account },
        { title: 'role', of: ({ role }) => role },
        { title: 'status', of: ({ status }) => status },
        { title: 'signed by', of: ({ signers }) => signers.join(', ') },
        { title: 'change to sign', of: ({ change }) => change },
        { title: 'until', of: ({ until }) => until },
      ],
    })
  })
}

export const give = (given: Given<Commands['give']>): Promise<void> => ask(given, given.accountId, given.role)
export const end = (given: Given<Commands['end']>): Promise<void> => ask(given, given.accountId, 'none')

/** Asks for a change, and signs it. */
async function ask(given: Given<Commands['end']>, account: string, role: AskedRole): Promise<void> {
  const { walletId, json, yes } = given
  needAnswers('Sign this?', { yes })
  await withSession(given, async (connection) => {
    const change = await connection.client.multisig.post('/multisig/wallet/{walletId}/roles', {
      path: { walletId },
      body: { account, role },
    })
    print(await signChange(connection, change, { account, role }, given), json)
  })
}

export async function sign(given: Given<Commands['sign']>): Promise<void> {
  const { walletId, changeId, json } = given
  await withSession(given, async (connection) => {
    const path = { walletId }
    const { changes } = await connection.client.multisig.get('/multisig/wallet/{walletId}/roles', { path })
    const change = changes.find((one) => one.changeId === changeId)
    if (!change) throw new Failure('usage', `No change ${changeId} waits for signatures: quorate role list ${walletId}`)
    // The sentence comes from the text that is signed. The text is compared with the listed change.
    print(await signChange(connection, change, change, given), json)
  })
}

async function signChange(
  { client, account: signerId, chain, signer }: LoggedIn,
  change: RoleChange,
  { account, role }: { account: string; role: AskedRole },
  { mirrorUrl, yes, json }: SignOptions,
): Promise<RoleChange> {
  const ledger = await ledgerOf({ chain, mirrorUrl })
  const { walletId, changeId } = change
  return notSigned(
    approveRoleChange(change.text, {
      expected: { chain, walletId, account, role },
      ...{ signerId, ledger, now: ledger.now },
      confirm(_, sentence) {
        if (!(json && yes)) note(bold(plain(sentence)))
        return confirmed(`Sign as ${signerId}?`, { yes })
      },
      sign: async (text) => signatureIn(await signer.signMessage(text)),
      send: (signature) =>
        client.multisig.post('/multisig/wallet/{walletId}/roles/{changeId}/sign', {
          path: { walletId, changeId },
          body: { senderId: signerId, signature: `0x${Buffer.from(signature).toString('hex')}` },
        }),
    }),
  )
}

function print(change: RoleChange, json: boolean): void {
  const { account, role, status, missing, walletId, changeId, expiresAt } = change
  const isOpen = status === 'open'
  printOne(change, {
    json,
    fields: [
      ['account', account],
      ['role', role],
      ['change', changeId],
      [
        'status',
        isOpen ? `${missing} more ${missing === 1 ? 'signature' : 'signatures'} until ${expiresAt}` : 'signed',
      ],
    ],
  })
  if (json) return
  if (isOpen) note(`Other owners sign it with: quorate role sign ${plain(walletId)} ${plain(changeId)}`)
  else if (role !== 'none')
    note(`It counts once ${plain(account)} confirms it: quorate role confirm ${plain(walletId)}`)
}

export async function withdraw(given: Given<Commands['withdraw']>): Promise<void> {
  const { walletId, changeId, json } = given
  await withSession(given, async ({ client }) => {
    const path = { walletId, changeId }
    const done = await client.multisig.delete('/multisig/wallet/{walletId}/roles/{changeId}', { path })
    printOne(done, { json, fields: [['withdrawn', done.changeId]] })
  })
}

export async function mine(given: Given<Commands['mine']>): Promise<void> {
  const { limit, json } = given
  await withSession(given, ({ client }) =>
    printList(client.multisig.list('/multisig/roles', { query: { limit } }), {
      json,
      limit,
      empty: 'You have no role at any wallet, and no offers',
      columns: [
        { title: 'wallet', of: ({ walletId }) => walletId },
        { title: 'role', of: ({ role }) => role },
        { title: 'status', of: ({ status }) => status },
        { title: 'asked by', of: ({ askedBy }) => askedBy },
        { title: 'confirm until', of: ({ expiresAt }) => expiresAt },
        { title: 'name', of: ({ name }) => name },
      ],
    }),
  )
}

export async function confirm(given: Given<Commands['confirm']>): Promise<void> {
  const { walletId, json } = given
  await withSession(given, async ({ client }) => {
    const path = { walletId }
    const { role }: { role: WalletRole } = await client.multisig.get('/multisig/roles/{walletId}', { path })
    printOwn(await client.multisig.put('/multisig/roles/{walletId}', { path, body: { role } }), json)
  })
}

export async function leave(given: Given<Commands['leave']>): Promise<void> {
  const { walletId, json } = given
  await withSession(given, async ({ client }) => {
    const left = await client.multisig.delete('/multisig/roles/{walletId}', { path: { walletId } })
    printOne(left, { json, fields: [['left', left.walletId]] })
  })
}

const printOwn = (own: OwnRole, json: boolean): void =>
  printOne(own, {
    json,
    fields: [
      ['wallet', own.walletId],
      ['name', own.name],
      ['role', own.role],
      ['status', own.status],
    ],
  })
