import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import {
  AccountCreateTransaction,
  Client,
  CustomFixedFee,
  Hbar,
  KeyList,
  PrivateKey,
  TokenCreateTransaction,
  TopicCreateTransaction,
} from '@hiero-ledger/sdk'
import { developmentAccounts } from '@quorate/localnet'
import { type TestSmtp, testDataDirectory, testSmtp } from '@quorate/platform/testing'
import { withChecksum } from '@quorate/verify'
import { fileOf } from '../src/connection/session-file.ts'
import { CLI_PAGE, cliPage } from '../src/generate/cli-page.ts'
import { table } from '../src/table/commands.ts'
import { commandsOf } from '../src/table/declare.ts'
import { command, freePorts, type PlatformProcess, startProcess } from './process.ts'

interface Ended {
  code: number
  out: string
  error: string
}

/** Runs the command to its end, without a terminal. */
async function run(env: Record<string, string>, given: string[], input: string | Uint8Array = ''): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...given], { env: { PATH: process.env.PATH, ...env } })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, error }
}

/** Gives a command a terminal. */
const SCRIPT = '/usr/bin/script'

/** Runs the command on a terminal. `answer` gets what was shown since the last question, and answers that one. */
async function onTerminal(
  env: Record<string, string>,
  given: string[],
  answer: (shown: string) => 'y' | 'n',
): Promise<string> {
  const line = [process.execPath, command, ...given].map((part) => `'${part}'`).join(' ')
  const child = spawn(SCRIPT, ['-qec', line, '/dev/null'], { env: { PATH: process.env.PATH, ...env } })
  let shown = ''
  let answered = 0
  child.stdout.on('data', (data) => {
    shown += data
    // A terminal gets sequences for its cursor after the question.
    const asked = shown.split('[y/N]').slice(0, -1)
    for (; answered < asked.length; answered++) child.stdin.write(`${answer(asked[answered] ?? '')}\n`)
  })
  await once(child, 'close')
  return stripVTControlCharacters(shown)
}

const folder = mkdtempSync(join(tmpdir(), 'quorate-commands-'))
after(() => rmSync(folder, { recursive: true }))

const [ada, ben, eve] = developmentAccounts().filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519')
const ecdsa = developmentAccounts().find(({ keyType }) => keyType === 'secp256k1')

test('docs/reference/cli.md equals what the table of commands gives', () => {
  const page = readFileSync(CLI_PAGE, 'utf8')
  assert.equal(page, cliPage(page), 'run npm run docs:cli')
})

test('Every command has help for each of its options, and every shell has completions for each command', async () => {
  const [bash, zsh, fish] = await Promise.all(['bash', 'zsh', 'fish'].map((shell) => run({}, ['completion', shell])))
  for (const { name } of commandsOf(table))
    for (const script of [bash, zsh, fish])
      assert.match(script?.out ?? '', new RegExp(`\\b${name.split(' ').at(-1)}\\b`))
  const { code, out } = await run({}, ['wallet', 'withdraw', '--help'])
  assert.equal(code, 0)
  for (const option of [
    '--to <account>',
    '--amount <amount>',
    '--until <time>',
    '--json',
    '--key-file <file>',
    '-y, --yes',
  ])
    assert.ok(out.includes(option), option)
})

test('A completion script works in bash', async () => {
  const { out } = await run({}, ['completion', 'bash'])
  const line = `COMP_WORDS=(quorate wallet w); COMP_CWORD=2; _quorate; echo "\${COMPREPLY[*]}"`
  const bash = spawn('bash', [
    '-c',
    `${out}\n${line}\nCOMP_WORDS=(quorate request sign --ke); COMP_CWORD=3; _quorate; echo "\${COMPREPLY[*]}"`,
  ])
  assert.equal(await text(bash.stdout), 'withdraw\n--key-file --key-type\n')
})

test('The exit code is 2 for a wrong call, 3 without a login, and 5 if nothing answers', async () => {
  const env = { XDG_STATE_HOME: join(folder, 'nobody'), QUORATE_URL: 'http://127.0.0.1:1' }
  const key = join(folder, 'some.key')
  writeFileSync(key, PrivateKey.generateED25519().toStringRaw(), { mode: 0o600 })
  const nodes = join(folder, 'nodes-of-none.json')
  writeFileSync(nodes, '{"members":[]}')
  for (const [given, exit, says] of [
    [[], 0, /Usage: quorate/],
    [['nothing'], 2, /^Unknown command 'nothing'\nquorate --help shows how to use it\n$/],
    [['wallet', 'lst'], 2, /\(Did you mean list\?\)\nquorate wallet --help shows how to use it\n$/],
    [['wallet', 'show'], 2, /^Missing required argument 'wallet-id'/],
    [['wallet', 'show', 'abc'], 2, /Expected an id on the ledger/],
    [['start', 'everything'], 2, /Allowed choices are node, multisig, governance/],
    [
      ['wallet', 'list'],
      3,
      /^Nobody is logged in at http:\/\/127\.0\.0\.1:1: quorate login --account 0\.0\.n --key-file <file>\n$/,
    ],
    [
      ['wallet', 'list', '--account', '0.0.5'],
      3,
      /^0\.0\.5 is not logged in at .*: quorate login --account 0\.0\.5 --key-file <file>\n$/,
    ],
    [['login', '--account', '0.0.5'], 2, /^No key: /],
    [
      ['login', '--account', '0.0.5', '--key-file', key],
      5,
      /^Nothing answers at .*, or the connection broke: \S.* \(UNANSWERED\)\nStart the platform .*--url\n$/,
    ],
    [['network', 'add', nodes, 'http://127.0.0.1:1'], 5, /\(UNANSWERED\)\n(?!.*--url).*\n$/],
    [['api', 'GET /daos', '--data', '{}'], 2, /^GET takes no body/],
    [['wallet', 'withdraw', '0.0.5', '--to', '0.0.6'], 2, /^No amount: /],
    [['wallet', 'withdraw', '0.0.5', '--to', '0.0.6', '--amount', '5e3'], 2, /Expected an amount such as 12\.5/],
    [
      ['proposal', 'create', 'dao', '--title', 'x', '--hours', '1,500'],
      2,
      /"1,500" can be read in more than one way: write 1500 or 1\.5\./,
    ],
    [
      ['proposal', 'create', 'dao', '--title', 'x', '--hours', '1', '--quorum', '3/2'],
      2,
      /Expected a percentage, or a fraction of up to 1 such as 2\/3\./,
    ],
    [
      ['proposal', 'create', 'dao', '--title', 'x', '--hours', '1', '--quorum', '50,000%'],
      2,
      /"50,000" is more than 100, or write 50\./,
    ],
    [['wallet', 'update', '0.0.5', '--threshold', '2'], 2, /^No owner: .*--add a current owner/],
    [['restore', join(folder, 'none')], 2, / does not exist\n$/],
    [['login', '--account', '0.0.5', '--key-file', join(folder, 'none')], 2, /cannot be read/],
    [['api', 'GET multisig'], 2, /is not a request/],
    [['ipfs', 'add', join(folder, 'none')], 2, /is not a file/],
    [['dao', 'list'], 2, /^The address of governance is not known.*\(NO_ADDRESS\)\n.*--governance-url/],
    [['recount', 'some'], 2, /^The governance service of http:\/\/127\.0\.0\.1:1 is not known: .* with --url\n$/],
    [['open', '--console-url', 'somewhere'], 2, /Expected a URL/],
    [['help', 'wallet', 'create'], 0, /^Usage: quorate wallet create \[options\]\n/],
  ] as const) {
    const { code, out, error } = await run(env, [...given])
    assert.equal(code, exit, `${given.join(' ')}: ${error}`)
    assert.match(out + error, says)
  }
  const { error } = await run(env, ['wallet', 'list', '--json'])
  assert.deepEqual(JSON.parse(error), {
    error: {
      code: 'NOT_LOGGED_IN',
      message: 'Nobody is logged in at http://127.0.0.1:1: quorate login --account 0.0.n --key-file <file>',
    },
  })
  const locked = { ...env, QUORATE_KEY: 'sealed', QUORATE_KEY_PASSPHRASE: 'x' }
  assert.match(
    (await run(locked, ['login', '--account', '0.0.5'])).error,
    /encrypted .* QUORATE_KEY_PASSPHRASE opens\n$/,
  )
  const wrong = await run(env, ['wallet', 'list', '--limit', 'x', '--json'])
  assert.equal(wrong.code, 2)
  assert.equal(JSON.parse(wrong.error).error.code, 'USAGE')
})

test('An untrusted certificate is reported as such, and a recount without a platform says what to start', async () => {
  const server = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { XDG_STATE_HOME: join(folder, 'nobody'), QUORATE_URL: url }
  const { code, error } = await run(env, ['api', '/health'])
  server.close()
  assert.equal(code, 5)
  assert.match(error, /self-signed certificate.*\n.*NODE_EXTRA_CA_CERTS/)
  const recounted = await run(env, ['recount', 'some', '--url', 'http://127.0.0.1:1'])
  assert.equal(recounted.code, 2)
  assert.match(recounted.error, /^Nothing answers at .*\nStart the platform .*--url\n$/)
})

/** A self-signed certificate for a name that does not exist. */
const CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBgDCCASWgAwIBAgIUcPnGSztrDPGueQw3e/acMWjhUHswCgYIKoZIzj0EAwIw',
  'FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzA3MDgxNVoYDzIxMjYxMTAz',
  'MDcwODE1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO',
  'PQMBBwNCAARk6GrC8R/iI8zhng3ijUJHAk2psvj+14bjpP7UaMbMwXkvGUd1qFPL',
  'ML68FtoBFsEYaMwG9r869CwSA0KEQZCqo1MwUTAdBgNVHQ4EFgQUrz0//mKMSPtg',
  'dO5Y91SgUtPM3QMwHwYDVR0jBBgwFoAUrz0//mKMSPtgdO5Y91SgUtPM3QMwDwYD',
  'VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAnul2skUMmpYGhufqcyqr',
  'eW37qW24owegBpEP3mRLbcgCIQC+qBWcbDn8Zr/E3uBwHeprdWbGTudm/vZ/FaiP',
  'Ptl5uA==',
  '-----END CERTIFICATE-----',
].join('\n')
const CERTIFICATE_KEY = [
  '-----BEGIN PRIVATE KEY-----',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdVBPvptx+3+AtJam',
  'v/5rI+7Sd0CeRHsmAY/SypmIoOehRANCAARk6GrC8R/iI8zhng3ijUJHAk2psvj+',
  '14bjpP7UaMbMwXkvGUd1qFPLML68FtoBFsEYaMwG9r869CwSA0KEQZCq',
  '-----END PRIVATE KEY-----',
].join('\n')

describe('On a platform,', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let walletId: string
  let smtp: TestSmtp

  before(async () => {
    smtp = await testSmtp()
    env = {
      ...(await freePorts()),
      DATA_DIR: await testDataDirectory(),
      XDG_STATE_HOME: join(folder, 'state'),
      ANCHOR_INTERVAL: '200',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'quorate@node.example',
      ADMIN_WALLETS: ada?.id ?? '',
    }
    platform = await startProcess(env)
    for (const [name, account] of Object.entries({ ada, ben, eve, ecdsa }))
      writeFileSync(join(folder, `${name}.key`), account?.privateKey ?? '', { mode: 0o600 })
  })
  after(async () => {
    await platform.stop()
    rmSync(env.DATA_DIR ?? '', { recursive: true })
    await smtp[Symbol.asyncDispose]()
  })

  /** Runs a command as a person, and checks its exit code (default: 0). */
  async function q(
    given: string[],
    {
      as = ada?.id ?? '',
      exit = 0,
      more = {},
      input = '',
    }: { as?: string; exit?: number; more?: Record<string, string>; input?: string | Uint8Array } = {},
  ) {
    const ended = await run({ ...env, QUORATE_ACCOUNT: as, ...more }, given, input)
    assert.equal(ended.code, exit, `${given.join(' ')}: ${ended.out}${ended.error}`)
    return ended
  }
  const json = async (given: string[], options: Parameters<typeof q>[1] = {}) =>
    JSON.parse((await q([...given, '--json'], options)).out)
  const withBen = { as: ben?.id ?? '' }
  const withdraw = (to: typeof ada, amount: string, ...more: string[]) => [
    'wallet',
    'withdraw',
    walletId,
    '--to',
    to?.id ?? '',
    '--amount',
    amount,
    ...more,
  ]

  test('people log in with keys in files of any form, and nobody else can read their sessions', async () => {
    const pem = join(folder, 'eve.pem')
    const raw = (eve?.privateKey ?? '').slice(-64)
    const der = Buffer.from(`302e020100300506032b657004220420${raw}`, 'hex')
    writeFileSync(pem, `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`, {
      mode: 0o644,
    })
    const bytes = join(folder, 'eve.der')
    writeFileSync(bytes, der, { mode: 0o600 })
    const login = (file: string) => q(['login', '--key-file', file], { as: eve?.id ?? '' })
    assert.match((await login(pem)).error, /^Others may read .*eve\.pem: chmod 600 it\n$/)
    assert.equal((await login(bytes)).error, '')
    await q(['login'], { as: eve?.id ?? '', more: { QUORATE_KEY: raw } })
    await q(['login', '--key-file', join(folder, 'ecdsa.key'), '--key-type', 'ecdsa'], { as: ecdsa?.id ?? '' })
    const { error } = await q(['login', '--key-file', join(folder, 'eve.key')], { as: ada?.id ?? '', exit: 3 })
    assert.match(error, /eve\.key does not have the key that signs for .* on the ledger: name another --key-file/)
    for (const [name, account] of [
      ['ben', ben],
      ['ada', ada],
    ] as const)
      await q(['login', '--key-file', join(folder, `${name}.key`)], { as: account?.id ?? '' })
    const shown = await json(['whoami'])
    assert.deepEqual([shown.account, shown.chain, shown.others.length], [ada?.id, 'hedera:devnet', 3])
    const state = join(folder, 'state', 'quorate')
    const [file = ''] = readdirSync(state)
    assert.deepEqual([statSync(state).mode & 0o777, statSync(join(state, file)).mode & 0o777], [0o700, 0o600])
    assert.ok(!readFileSync(join(state, file), 'utf8').includes((ada?.privateKey ?? '').slice(-64)))
    await q(['logout'], { as: eve?.id ?? '' })
    await q(['whoami'], { as: eve?.id ?? '', exit: 3 })
  })

  test('an e-mail address is set, confirmed by its code, used for reminders, and removed', async () => {
    const { error } = await q(['email', 'remind'], { exit: 4 })
    assert.match(error, /EMAIL_NOT_CONFIRMED/)
    assert.match((await q(['email', 'set', 'ada@example.org'])).out, /^waits for its code\tada@example\.org$/m)
    const [mail] = await smtp.to('ada@example.org')
    const code = /^ {4}(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
    await q(['email', 'confirm', '0000-0000-0000-0000'], { exit: 4 })
    const confirmed = await json(['email', 'confirm', code])
    assert.deepEqual(confirmed, { email: 'ada@example.org', language: 'en', pending: null, expiresAt: null })
    assert.match((await q(['email', 'remind', '--before', 'hour'])).out, /^reminders\thour$/m)
    assert.deepEqual((await json(['email', 'show'])).reminders.before, ['hour'])
    assert.match((await q(['email', 'remind', '--off'])).out, /^reminders\toff$/m)
    assert.match(
      (await q(['notices', 'when', '--time-zone', 'Europe/Berlin', '--quiet', '22:00-07:00'])).out,
      /^quiet hours\t22:00-07:00$/m,
    )
    await q(['notices', 'when', '--quiet', 'at night'], { exit: 2 })
    assert.equal((await json(['notices', 'when'])).quiet, null)
    await q(['notices', 'chat', 'https://hooks.slack.com/services/T0/B0/abc', '--format', 'slack'], { exit: 4 })
    await q(['notices', 'test'], { exit: 4 })
    assert.equal((await json(['notices', 'show'])).chat, null)
    assert.equal((await json(['notices', 'leave'])).chat, null)
    assert.equal((await json(['email', 'remove'])).email, null)
    await smtp.to('ada@example.org', 2)
  })

  test('a token from another node is reported with advice, also as JSON', async () => {
    const state = join(folder, 'state', 'quorate')
    const [name = ''] = readdirSync(state)
    const kept = JSON.parse(readFileSync(join(state, name), 'utf8'))
    const other = join(folder, 'other', 'quorate')
    mkdirSync(other, { recursive: true })
    kept.sessions[ada?.id ?? ''].accessToken = 'x.y.z'
    writeFileSync(join(other, name), JSON.stringify(kept), { mode: 0o600 })
    const foreign = { exit: 3, more: { XDG_STATE_HOME: join(folder, 'other') } }
    assert.match((await q(['whoami'], foreign)).error, /\(TOKEN_INVALID, .*\)\nLog in again: quorate login\n$/)
    const { error } = JSON.parse((await q(['whoami', '--json'], foreign)).error)
    assert.deepEqual([error.code, error.advice], ['TOKEN_INVALID', 'Log in again: quorate login'])
  })

  test('an owner changes what a wallet is called, and the other one sees who did', async () => {
    const owners = [`${ada?.id}=Ada`, `${ben?.id}=Ben`].flatMap((owner) => ['--owner', owner])
    const { walletId: id } = await json(['wallet', 'create', '--name', 'Trips', '--threshold', '1', ...owners, '--yes'])
    assert.match((await q(['wallet', 'edit', id], { exit: 2 })).error, /^Nothing to change: pass --name/)
    const edited = await json(['wallet', 'edit', id, '--name', 'Travel fund', '--description', 'For trips'])
    assert.deepEqual([edited.name, edited.description, edited.named.by], ['Travel fund', 'For trips', ada?.id])
    const shown = (await q(['wallet', 'show', id], { as: ben?.id ?? '' })).out
    assert.match(shown, /^name\tTravel fund\ndescription\tFor trips\nnamed\t\S+ {2}by 0\.0\.\d+$/m)
    await q(['wallet', 'mute', id])
    await q(['wallet', 'mute', id], { as: ben?.id ?? '' })
  })

  test('two owners create a wallet, and withdraw with two signatures while somebody watches', async () => {
    const owners = [`${ada?.id}=Ada`, `${ben?.id}=Ben`].flatMap((owner) => ['--owner', owner])
    const created = await json([
      'wallet',
      'create',
      '--name',
      'Treasury',
      '--threshold',
      '2',
      ...owners,
      '--balance',
      '10.5',
      '--yes',
    ])
    assert.equal(created.status, 'success')
    walletId = created.walletId
    const listed = (await q(['wallet', 'list'])).out
    assert.equal(listed, `${walletId}\tTreasury\t2 of 2\thedera:devnet\n`)
    assert.match((await q(['wallet', 'show', walletId])).out, /^balance\t10\.50 ℏ$/m)
    assert.match((await q(['wallet', 'show', walletId, '--public'], { as: '0.0.5' })).out, /^signers\t2 of 2$/m)
    assert.equal((await q(['wallet', 'owners', walletId])).out.match(/\tyes$/gm)?.length, 2)

    const asking = withdraw(ben, '2.5', '--at', '+1h')
    assert.match((await q(asking, { exit: 2 })).error, /There is no terminal to ask on: confirm with --yes/)
    for (const [amount, instead] of [
      ['5,100', /^--amount "5,100" can be read in more than one way: write 5100 or 5\.1\n/],
      ['1.500', /: write 1\.5 or 1500\n/],
      ['1.125', /: write 1\.1250 or 1125\n/],
      ['5,1000', /: write 51000 or 5\.1\n/],
      ['0.123456789', /has more than 8 decimals/],
      ['0,00', /^--amount is 0: write an amount above 0\n/],
    ] as const)
      assert.match((await q([...withdraw(ben, amount), '--yes'], { exit: 2 })).error, instead)
    const tooMuch = await q([...withdraw(ben, '5100'), '--yes'], { exit: 4 })
    assert.match(tooMuch.error, /has 10\.50 ℏ, and this takes at least 5,100\.\d+ ℏ with its fee/)
    assert.match(tooMuch.error, /\nHere that is --force\n$/)
    assert.equal((await q(['request', 'list'])).out, '', 'what nobody can agree to is not asked for')
    // The ledger's codes about tokens begin like those about sessions.
    const apart = await q(['wallet', 'dissociate', walletId, '0.0.2', '--yes'], { exit: 4 })
    assert.match(
      apart.error,
      /^The ledger would refuse this now: .* 0\.0\.2 .*\(TOKEN_NOT_ASSOCIATED_TO_ACCOUNT, .*\)\nHere that is --force\n$/,
    )
    const odd = await q(['wallet', 'claim', walletId, '--airdrop', 'x', '--yes'], { exit: 2 })
    assert.match(odd.error, /Expected a sender and a token, with the serial number of an NFT: 0\.0\.1023=0\.0\.2044/)
    assert.equal((await q(['wallet', 'claim', walletId])).out, '')
    const none = await q(['wallet', 'claim', walletId, '--airdrop', `${ben?.id}=0.0.2`, '--yes'], { exit: 4 })
    assert.match(
      none.error,
      /No such airdrop .* waits for .*\(INVALID_PENDING_AIRDROP_ID, .*\)\nHere that is --force\n$/,
    )
    // The decimals of a token come from the mirror, not from the service.
    assert.match((await q([...asking, '--token', '0.0.4242', '--yes'], { exit: 1 })).error, /^The token 0/)
    const asked = await json([...asking, '--yes'], withBen)
    assert.deepEqual(asked.missing, [ada?.id])
    const { jobId } = asked
    assert.match(
      (await q(['request', 'list'])).out,
      new RegExp(`^${jobId}\twithdraw\t${walletId}\t${ben?.id}\t.*\t${ada?.id}\tknown\t$`, 'm'),
    )
    const ofWallet = await q(['request', 'list', '--wallet', walletId])
    assert.match(ofWallet.out, new RegExp(`^${jobId}\twithdraw\t${walletId}\t${ben?.id}\t[^\t\n]+\t$`, 'm'))
    const shown = await json(['request', 'show', jobId])
    assert.deepEqual(shown.differences, [])
    assert.match(shown.sentences[0], new RegExp(`^Transfer 2\\.50 ℏ from ${walletId} to ${ben?.id}\\.$`))
    const offline = await q(['tx', 'show', shown.bodyBytes])
    assert.ok(offline.out.includes(shown.fingerprint), 'the same fingerprint without any service')
    const asks = await q(['request', 'sign', jobId], { exit: 2 })
    assert.match(asks.error, /There is no terminal to ask on: confirm with --yes/)
    const signed = await q(['request', 'sign', jobId, '--yes'])
    assert.ok(signed.error.includes(`Fingerprint   ${shown.fingerprint}\n`))

    const soon = await json(withdraw(ada, '1', '--yes'))
    const watching = spawn(process.execPath, [command, 'request', 'watch', soon.jobId], {
      env: { PATH: process.env.PATH, ...env, QUORATE_ACCOUNT: ada?.id ?? '' },
    })
    const events: { event: string }[] = []
    const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]()
    events.push(JSON.parse((await lines.next()).value ?? ''))
    await q(['request', 'execute', soon.jobId], { exit: 4 })
    await q(['request', 'sign', soon.jobId, '--yes'], withBen)
    assert.match((await q(['request', 'execute', soon.jobId], withBen)).out, /^status\tsuccess$/m)
    for await (const line of { [Symbol.asyncIterator]: () => lines }) events.push(JSON.parse(line))
    const names = events.map(({ event }) => event)
    assert.equal(names[0], 'watching')
    assert.ok(names.includes('signature_added') && names.includes('transaction_executed'), names.join())
    assert.equal(watching.exitCode ?? (await once(watching, 'exit'))[0], 0)
  })

  test('several receivers are paid at once, from the command line and from a spreadsheet', async () => {
    const [to, other] = [eve?.id ?? '', ecdsa?.id ?? '']
    const pay = ['wallet', 'pay', walletId, '--yes']
    const asked = await json([...pay, '--to', `${to}=0.25`, '--to', `${other}=1.5`, '--memo', 'March', '--at', '+1h'])
    assert.deepEqual(asked.payload.payments, [
      { receiverId: to, tokenId: 'HBAR', amount: '25000000' },
      { receiverId: other, tokenId: 'HBAR', amount: '150000000' },
    ])
    assert.equal(asked.payload.memo, 'March')
    const shown = await q(['request', 'show', asked.jobId], withBen)
    assert.match(shown.error, /all or nothing: 0\.25 ℏ to .*; 1\.50 ℏ to .*\. Together 1\.75 ℏ\./)
    assert.match(shown.error, /^Its memo on the ledger is "March"\.$/m)
    assert.match((await q(['request', 'list', '--wallet', walletId])).out, /\tMarch$/m)
    await q(['request', 'reject', asked.jobId, '--yes'])

    const mistyped = await q([...pay, '--to', `${to}=0.25`, '--to', '0.0.x=1', '--to', `${to}=5,100`], { exit: 2 })
    assert.match(mistyped.error, /^--to "0\.0\.x=1": "0\.0\.x" is not an account/m)
    assert.match(mistyped.error, /^--to ".*=5,100": "5,100" can be read in more than one way/m)
    assert.doesNotMatch(mistyped.error, /Line/)
    const twice = await json([...pay, '--to', `${to}=0.25`, '--to', `${to}=0.5`, '--at', '+1h'])
    assert.deepEqual(twice.payload.payments, [{ receiverId: to, tokenId: 'HBAR', amount: '75000000' }])
    await q(['request', 'reject', twice.jobId, '--yes'])

    const list = join(folder, 'payments.csv')
    writeFileSync(list, `Receiver;Amount\n${to};0,01\n0.0.x;1\n${to};5,100\n${other};\n${to}-abcde;1\n`)
    const { error } = await q([...pay, '--list', list], { exit: 2 })
    assert.match(error, /^Line 3: "0\.0\.x" is not an account/m)
    assert.match(error, /^Line 4: "5,100" can be read in more than one way: write 5100 or 5\.1$/m)
    assert.match(error, /^Line 5: "" is not an amount/m)
    assert.match(error, /^Line 6: the checksum of "[\d.]+-abcde" is wrong/m)
    assert.match(error, /^Nothing was requested/m)
    const ids = developmentAccounts().map(({ id }) => id)
    const many = ids.filter((id) => id !== walletId).slice(0, 10)
    writeFileSync(list, `${many.map((id) => `${id},0.01`).join('\n')}\n${many[0]},0.02\n`)
    const made = await q([...pay, '--list', list, '--at', '+1h'])
    assert.match(made.error, /^Lines 1, 11 all pay .*: their amounts are added up$/m)
    assert.match(made.error, /^10 payments need 2 requests/m)
    const listed = (await q(['request', 'list', '--wallet', walletId, '--json'])).out.trim().split('\n')
    const ours = listed.map((line) => JSON.parse(line)).filter(({ operation }) => operation === 'pay')
    assert.deepEqual(
      ours.map(({ payload }) => payload.payments.length),
      [1, 9],
    )
    for (const { jobId } of ours) await q(['request', 'reject', jobId, '--yes'])
  })

  test('payments are kept as a template, and asked for again, but not signed unseen', async () => {
    const [to, other] = [eve?.id ?? '', ecdsa?.id ?? '']
    const save = ['template', 'save', walletId, 'Salaries', '--to', `${to}=0.25`]
    const saved = await json([...save, '--to', `${other}=1.5`, '--memo', 'Monthly'])
    assert.deepEqual(saved.payments, [
      { receiverId: to, tokenId: 'HBAR', amount: 25_000_000 },
      { receiverId: other, tokenId: 'HBAR', amount: 150_000_000 },
    ])
    assert.match((await q(save, { exit: 4 })).error, /has a template "Salaries"/)
    assert.match((await q(['template', 'list', walletId], withBen)).out, /^Salaries\t2\tMonthly\t/)
    const shown = await q(['template', 'show', walletId, 'Salaries'], withBen)
    assert.equal(shown.out, `${to}\t0.25\tHBAR\n${other}\t1.50\tHBAR\n`)
    const pay = ['wallet', 'pay', walletId, '--template', 'Salaries']
    assert.match((await q([...pay, '--yes'], { exit: 2 })).error, /you have to see what you sign/)
    assert.match((await q([...pay, '--to', `${to}=1`], { exit: 2 })).error, /^--template has the payments/)
    const asked = await json([...pay, '--unsigned'])
    assert.deepEqual(
      [asked.payload.payments, asked.payload.memo],
      [saved.payments.map((one: { amount: number }) => ({ ...one, amount: String(one.amount) })), 'Monthly'],
    )
    await q(['request', 'reject', asked.jobId, '--yes'])
    assert.equal((await json([...save, '--replace'])).payments.length, 1)
    await q(['template', 'delete', walletId, 'Salaries'])
    assert.match((await q([...pay, '--unsigned'], { exit: 2 })).error, /has no template "Salaries"/)
  })

  test('ids are taken with their checksums, and wrong checksums are refused with the right ones', async () => {
    const marked = (id = '') => withChecksum(id, 'hedera:devnet')
    assert.match((await q(['wallet', 'show', marked(walletId)])).out, new RegExp(`^wallet\t${walletId}$`, 'm'))
    const asked = await json(
      ['wallet', 'withdraw', marked(walletId), '--to', marked(ben?.id), '--amount', '1', '--at', '+1h', '--unsigned'],
      { more: { QUORATE_ACCOUNT: marked(ada?.id) } },
    )
    assert.equal(asked.payload.receiverId, ben?.id)
    await q(['request', 'reject', asked.jobId, '--yes'])
    const update = ['wallet', 'update', walletId, '--add', `${marked(ecdsa?.id)}=Cleo`, '--unsigned', '--at', '+1h']
    const { jobId, payload } = await json(update)
    assert.deepEqual(payload.owner, { wallet: ecdsa?.id, name: 'Cleo' })
    await q(['request', 'reject', jobId, '--yes'])
    const refused = async (given: string[]) => JSON.parse((await q([...given, '--json'], { exit: 2 })).error).error
    const wrong = await refused(['wallet', 'show', `${walletId}-aaaaa`])
    assert.equal(wrong.code, 'WRONG_CHECKSUM')
    assert.match(wrong.message, new RegExp(`: on hedera:devnet, ${walletId} is ${marked(walletId)}\\.`))
    const elsewhere = await refused(['wallet', 'show', withChecksum(walletId, 'hedera:mainnet')])
    assert.match(elsewhere.message, /is an id of hedera:mainnet, but this command is for hedera:devnet, where /)
    // Without a session, the checksum names the network.
    const nobody = { ...env, XDG_STATE_HOME: join(folder, 'nobody-at-all') }
    const open = (given: string[]) => run(nobody, ['dao', 'list', '--json', ...given])
    assert.equal((await open(['--member', marked(ada?.id)])).code, 0)
    assert.match((await open(['--member', withChecksum(ada?.id ?? '', 'hedera:mainnet')])).error, /hedera:mainnet/)
    assert.match(
      (await open(['--member', `${ada?.id}-aaaaa`])).error,
      new RegExp(`${marked(ada?.id)} on hedera:devnet`),
    )
  })

  test('custom fees of a token are paid only if they are permitted', async () => {
    const key = PrivateKey.fromStringED25519(ada?.privateKey ?? '')
    const sdk = Client.forNetwork({ [platform.at.ledger]: '0.0.3' }).setOperator(ada?.id ?? '', key)
    try {
      const fee = new CustomFixedFee().setHbarAmount(new Hbar(1)).setFeeCollectorAccountId(ben?.id ?? '')
      const creation = new TokenCreateTransaction().setTokenName('Coin').setTokenSymbol('COIN').setDecimals(2)
      creation
        .setInitialSupply(1_000)
        .setTreasuryAccountId(ada?.id ?? '')
        .setCustomFees([fee])
      const { tokenId } = await (await creation.execute(sdk)).getReceipt(sdk)
      const paying = withdraw(ben, '1.5', '--token', String(tokenId), '--at', '+1h', '--force', '--unsigned')
      assert.match((await q(paying, { exit: 4 })).error, /\(CUSTOM_FEES, .*\nHere that is --permit-fees\n$/s)
      const { jobId, payload } = await json([...paying, '--permit-fees'])
      const fees = [{ token_id: 'HBAR', amount: 100_000_000 }]
      assert.deepEqual(payload.maxCustomFees, [{ id: String(tokenId), fees }])
      const shown = await q(['request', 'show', jobId])
      assert.match(shown.error, /It permits the service to have the wallet charged custom fees of 1\.00 ℏ/)
      await q(['request', 'reject', jobId, '--yes'])
    } finally {
      sdk.close()
    }
  })

  test('an owner under two keys, who cannot log in, signs with both of them through another owner', async () => {
    const key = PrivateKey.fromStringED25519(ada?.privateKey ?? '')
    const sdk = Client.forNetwork({ [platform.at.ledger]: '0.0.3' }).setOperator(ada?.id ?? '', key)
    try {
      const keys = ['first', 'second'].map((name) => {
        const one = PrivateKey.generateED25519()
        writeFileSync(join(folder, `${name}.key`), one.toStringRaw(), { mode: 0o600 })
        return one
      })
      const creation = new AccountCreateTransaction().setKeyWithoutAlias(new KeyList(keys.map((one) => one.publicKey)))
      const board = String((await (await creation.execute(sdk)).getReceipt(sdk)).accountId)
      const login = ['login', '--account', board, '--key-file', join(folder, 'first.key')]
      assert.match((await q(login, { exit: 4 })).error, /KEY_CANNOT_LOG_IN/)
      const rule = ['--threshold', '2', '--owner', `${ada?.id}=Ada`, '--owner', `${board}=Board`]
      const { walletId: club } = await json(['wallet', 'create', '--name', 'Club', ...rule, '--balance', '5', '--yes'])
      const paying = ['wallet', 'withdraw', club, '--to', ben?.id ?? '', '--amount', '1', '--yes']
      const { jobId } = await json(paying)
      const signing = ['request', 'sign', jobId, '--owner', board, '--yes']
      assert.match((await q(signing, { exit: 2 })).error, /^Name the key of .* with --key-file/)
      const wrong = await q([...signing, '--key-file', join(folder, 'ben.key')], { exit: 6 })
      assert.match(wrong.error, /the signature does not match the key that .* has on the ledger/)
      const half = await json([...signing, '--key-file', join(folder, 'first.key')])
      assert.deepEqual(half.missing, [board])
      const whole = await json([...signing, '--key-file', join(folder, 'second.key')])
      assert.deepEqual(whole.missing, [])
      assert.equal((await json(['request', 'execute', jobId])).status, 'success')
    } finally {
      sdk.close()
    }
  })

  test('a wallet is shown without a symbol that looks like HBAR, and says whether its key is that of its owners', async () => {
    let threshold: number | undefined
    const server = createServer(async (request, response) => {
      const answer = await fetch(platform.at.multisig + request.url, {
        headers: { authorization: String(request.headers.authorization) },
      })
      const wallet = (await answer.json()) as { assets: object[]; settings: object }
      if (threshold !== undefined) Object.assign(wallet.settings, { threshold })
      const asset = { tokenId: '0.0.4242', type: 'FUNGIBLE_COMMON', name: 'Hbar', balance: '5' }
      wallet.assets.push({ ...asset, symbol: 'ℏ' }, { ...asset, tokenId: '0.0.4243', symbol: 'USDC' })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(wallet))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const show = async () => (await q(['wallet', 'show', walletId, '--multisig-url', url])).out
    try {
      const out = await show()
      assert.match(out, /^token\t0\.0\.4242 {2}amount not known/m)
      assert.match(out, /^token\t0\.0\.4243 {2}USDC {2}amount not known/m)
      assert.doesNotMatch(out, /^key\t/m)
      threshold = 1
      assert.match(await show(), /^key\tthe key on the ledger is not that of these owners: quorate wallet owners /m)
    } finally {
      server.close()
    }
  })

  test('requests are rejected with a reason, and both the old and the new key admit a third owner', async () => {
    const { jobId } = await json(['wallet', 'stake', walletId, '--node', '0', '--at', '+1h', '--yes'])
    await q(['request', 'comment', jobId, 'why?'], withBen)
    const rejected = await json(['request', 'reject', jobId, '--reason', 'no', '--yes'], withBen)
    assert.deepEqual([rejected.status, rejected.code], ['error', 'REJECTED'])
    const mine = await json(['wallet', 'stake', walletId, '--node', '0', '--at', '+1h', '--yes'])
    assert.equal((await json(['request', 'reject', mine.jobId, '--yes'])).code, 'WITHDRAWN')
    await q(['request', 'watch', jobId], { exit: 1 })
    await q(['request', 'sign', jobId, '--yes'], { exit: 4 })
    const admitted = await json([
      'wallet',
      'update',
      walletId,
      '--add',
      `${ecdsa?.id}=Cleo`,
      '--threshold',
      '2',
      '--yes',
    ])
    await q(['request', 'sign', admitted.jobId, '--yes'], withBen)
    await q(['request', 'execute', admitted.jobId])
    assert.match((await q(['wallet', 'list'], { as: ecdsa?.id ?? '' })).out, /\t2 of 3\t/)
    const { jobId: open } = await json(withdraw(ben, '1', '--at', '+1h', '--yes'))
    const others = `1 more signature from ${ben?.id} or ${ecdsa?.id}`
    assert.match((await q(['request', 'show', open])).out, new RegExp(`^missing\t${others}$`, 'm'))
    assert.match((await q(['request', 'list'], withBen)).out, new RegExp(`^${open}\t.*\t${others}\t`, 'm'))
    await q(['request', 'reject', open, '--yes'])
  })

  test('a list says that it was shortened, and a request without a schedule ends when its bytes expire', async () => {
    const asked = await Promise.all([1, 2].map(() => json(withdraw(ada, '0.5', '--until', '+3d', '--unsigned'))))
    for (const { jobId, expiresAt } of asked) {
      assert.ok(Date.parse(expiresAt) < Date.now() + 600_000, expiresAt)
      assert.match((await q(['request', 'show', jobId])).out, new RegExp(`^expires\t${expiresAt}$`, 'm'))
    }
    const cut = await q(['request', 'list', '--limit', '1'])
    assert.match(cut.out, /^.*\n$/)
    assert.equal(cut.error, 'There are more than these 1: --limit shows more\n')
    assert.equal((await q(['request', 'list', '--limit', '2'])).error, '')
    for (const { jobId } of asked) await q(['request', 'reject', jobId, '--yes'])
  })

  test('the ledger keeps a request, and its schedule is compared before it is signed', async () => {
    const { jobId, schedule } = await json(withdraw(ada, '0.5', '--until', '+3d', '--yes'))
    assert.equal(schedule.state, 'open')
    const own = await q(['request', 'show', jobId])
    assert.ok(own.error.includes(`These are the bytes that made schedule ${schedule.scheduleId}`))
    const { error } = await q(['request', 'sign', jobId, '--yes'], withBen)
    assert.ok(error.includes(`Signing gives the ledger the signature for schedule ${schedule.scheduleId}.`))
    assert.equal((await json(['request', 'show', jobId])).status, 'success')
  })

  /** A proxy that changes the wallet service's answers about a request. */
  async function between(
    change: (request: Record<string, unknown>) => void,
    ask = (url: string, body: string) => ({ url, body }),
  ): Promise<Server> {
    const server = createServer(async (request, response) => {
      const headers = { 'content-type': 'application/json', authorization: String(request.headers.authorization) }
      const { url, body } = ask(request.url ?? '', request.method === 'GET' ? '' : await text(request))
      const answer = await fetch(platform.at.multisig + url, {
        method: request.method ?? 'GET',
        headers,
        ...(body ? { body } : {}),
      })
      const value = (await answer.json()) as Record<string, unknown>
      if (typeof value.bodyBytes === 'string' && value.payload) change(value)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }

  test('bytes that differ from what the request states are refused, and nothing is signed', async () => {
    const { jobId } = await json(withdraw(ada, '0.25', '--at', '+2h', '--yes'))
    const bytesOf = (request: Record<string, unknown>) => Buffer.from(String(request.bodyBytes), 'base64')
    for (const [what, change, says] of [
      [
        'another amount stated',
        (r) => Object.assign(r.payload as object, { amountOrSerial: 1 }),
        /amount is 25000000, and the request states 1/,
      ],
      [
        'another receiver stated',
        (r) => Object.assign(r.payload as object, { receiverId: ben?.id }),
        /which the request does not state/,
      ],
      ['another wallet', (r) => Object.assign(r.payload as object, { walletId: eve?.id }), /The request belongs to/],
      [
        'another time',
        (r) => Object.assign(r, { executeAt: new Date(Date.now() + 60_000).toISOString() }),
        /valid from/,
      ],
      [
        'an unknown field',
        (r) =>
          Object.assign(r, {
            bodyBytes: Buffer.concat([bytesOf(r), Buffer.from([0xfa, 0x3e, 1, 7])]).toString('base64'),
          }),
        /no field 1007/,
      ],
      [
        'unread bytes',
        (r) => Object.assign(r, { bodyBytes: bytesOf(r).subarray(0, -1).toString('base64') }),
        /Nothing was signed/,
      ],
      ['another operation', (r) => Object.assign(r, { operation: 'stake' }), /was refused/],
      ['another request', (r) => Object.assign(r, { jobId: 'another' }), /returned the request another instead/],
      ['no status', (r) => delete r.status, /`status` is absent/],
      ['a field more', (r) => Object.assign(r, { extra: 1 }), /`extra` is a field that this version does not know/],
    ] as [string, (request: Record<string, unknown>) => void, RegExp][]) {
      const server = await between(change)
      try {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        const { error } = await q(['request', 'sign', jobId, '--yes', '--multisig-url', url], { ...withBen, exit: 6 })
        assert.match(error, says, what)
      } finally {
        server.close()
      }
    }
    // A key other than the account's on the ledger.
    const other = await q(['request', 'sign', jobId, '--yes', '--key-file', join(folder, 'eve.key')], {
      ...withBen,
      exit: 6,
    })
    assert.match(other.error, /^Nothing was sent: the signature does not match the key/m)
    assert.deepEqual((await json(['request', 'show', jobId])).signatures.length, 1)
  })

  test('a service that has a signature cannot make its user believe that nothing was signed', async () => {
    for (const code of ['NOT_CONFIRMED', 'BYTES_DIFFER', 'REQUEST_EXPIRED']) {
      const server = createServer(async (request, response) => {
        const { method = 'GET', url = '', headers } = request
        const body = method === 'GET' ? null : await text(request)
        const isSigned = url.includes('/transaction/sign/')
        const answer = await fetch(platform.at.multisig + url, {
          ...{ method, body },
          headers: { 'content-type': 'application/json', authorization: String(headers.authorization) },
        })
        response
          .writeHead(isSigned ? 409 : answer.status, { 'content-type': 'application/json' })
          .end(isSigned ? JSON.stringify({ code, message: 'Nothing was signed\nAsk again' }) : await answer.text())
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const lying = ['--multisig-url', `http://127.0.0.1:${(server.address() as AddressInfo).port}`]
      try {
        const { error } = await q([...withdraw(ada, '0.25', '--at', '+2h', '--yes'), ...lying], { exit: 4 })
        const fate = code === 'REQUEST_EXPIRED' ? 'was refused' : 'may count'
        assert.match(
          error,
          new RegExp(`^Your signature was sent, and ${fate}\\. The answer: .*\\\\u\\{a\\}Ask again`, 'm'),
        )
        const [, jobId = ''] = /look at its outcome: quorate request show (\S+)$/m.exec(error) ?? assert.fail(error)
        assert.ok(!error.includes('you have not signed it'), error)
        assert.equal((await json(['request', 'show', jobId])).signatures.length, 1)
        const again = await q(['request', 'sign', jobId, '--yes', '--json', ...lying], { ...withBen, exit: 4 })
        const found = JSON.parse(again.error.trim().split('\n').at(-1) ?? '').error
        assert.deepEqual([found.wasSigned, found.mayCount], [true, fate === 'may count'])
        await q(['request', 'reject', jobId, '--yes'])
      } finally {
        server.close()
      }
    }
  })

  test('a request is compared with what the user entered, even if the service has changed it', async () => {
    for (const [given, ask] of [
      [
        withdraw(ada, '0.25', '--at', '+2h', '--yes'),
        (url, body) => ({ url, body: body && JSON.stringify({ ...JSON.parse(body), executeAt: undefined }) }),
      ],
      [
        withdraw(ada, '0.25', '--yes'),
        (url, body) => ({
          url,
          body: body && JSON.stringify({ ...JSON.parse(body), executeAt: new Date(Date.now() + 7_200_000) }),
        }),
      ],
    ] as [string[], (url: string, body: string) => { url: string; body: string }][]) {
      const server = await between(() => {}, ask)
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { error } = await q([...given, '--multisig-url', url], { exit: 6 }).finally(() => server.close())
      assert.match(error, /valid from/)
    }
  })

  test('a user who asks for a schedule never signs the deletion of an identical one', async () => {
    const ask = withdraw(ada, '0.5', '--until', new Date(Date.now() + 86_400_000).toISOString(), '--yes')
    const { jobId } = await json(ask)
    await q(['request', 'reject', jobId, '--yes'])
    const server = createServer(async (request, response) => {
      const { method = 'GET', url = '', headers } = request
      const body = await text(request)
      const isAsked = method === 'POST' && url.endsWith('/request')
      const answer = await fetch(
        platform.at.multisig + (isAsked ? `/multisig/transaction/status/${jobId}` : url),
        isAsked || method === 'GET'
          ? { headers: { authorization: String(headers.authorization) } }
          : {
              ...{ method, body },
              headers: { 'content-type': 'application/json', authorization: String(headers.authorization) },
            },
      )
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { error } = await q([...ask, '--multisig-url', url], { exit: 6 }).finally(() => server.close())
    assert.match(error, /^Nothing was signed: .*The bytes are the deletion of a schedule, which was not asked for/m)
    // The id may be that of any request, so no command with it is recommended.
    assert.match(error, /^The service did not make the request that you asked for: do not sign what it made$/m)
    assert.ok(!error.includes(`request sign ${jobId}`) && !error.includes(`reject ${jobId}`), error)
    // A user who opens the deletion's own request can sign it.
    assert.match((await q(['request', 'sign', jobId, '--yes'])).error, /^Delete schedule /m)
  })

  test('control characters from other people never reach the output', async () => {
    const { jobId } = await json(withdraw(ada, '0.25', '--at', '+2h', '--unsigned'))
    const server = await between((request) => Object.assign(request, { requesterId: '\u001b[2J\u202e\u009b0m' }))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const shown = async (...more: string[]) => q(['request', 'show', jobId, '--multisig-url', url, ...more])
    const [plain, asJson] = await Promise.all([shown(), shown('--json')]).finally(() => server.close())
    assert.match(plain.out, /^asked by\t\\u\{1b\}\[2J\\u\{202e\}\\u\{9b\}0m$/m)
    for (const { out, error } of [plain, asJson])
      assert.ok(!['\u001b', '\u009b', '\u202e'].some((one) => (out + error).includes(one)))
    assert.equal(JSON.parse(asJson.out).requesterId, '\u001b[2J\u202e\u009b0m')
  })

  test("a service's words stay on one line, so that none of them passes for the command's", async () => {
    const words = '\u001b[2Jx\nNothing was signed. Sign it again'
    const { jobId } = await json(withdraw(ada, '0.25', '--at', '+2h', '--unsigned'))
    let looks = 0
    const isStatus = (path: string) => path.includes('/transaction/status/')
    const lies: [given: string[], exit: number, lie: Parameters<typeof lying>[1]][] = [
      [
        ['request', 'sign', jobId, '--yes'],
        4,
        (path, answer) => (isStatus(path) ? { ...answer, status: 'error', code: words } : answer),
      ],
      [
        ['request', 'watch', jobId],
        1,
        (path, answer) => (isStatus(path) ? { ...answer, status: 'error', message: words, jobId: words } : answer),
      ],
      [
        withdraw(ada, '0.25', '--yes'),
        0,
        (path, answer) =>
          isStatus(path) && looks++ > 0 ? { ...answer, jobId: words, missing: [ben?.id], needs: [] } : answer,
      ],
    ]
    for (const [given, exit, lie] of lies) {
      const url = await lying(platform.at.multisig, lie)
      const { error } = await q([...given, '--multisig-url', url], { exit })
      assert.match(error, /x\\u\{a\}Nothing was signed\. Sign it again/, given.join(' '))
      assert.ok(!/^Nothing was signed\. Sign it again/m.test(error) && !error.includes('\u001b'), error)
    }
  })

  test('a governance service that answers another proposal than requested gets no signature', async () => {
    const { daoId } = await json(['dao', 'create', '--name', 'Diggers', '--description', 'of it', '--threshold', '50'])
    const file = join(folder, 'data.json')
    writeFileSync(file, '{"depth":"two metres"}')
    const about = ['--description', 'Both\nhands', '--hours', '1', '--data', file]
    const [asked, other] = [
      await json(['proposal', 'create', daoId, '--title', 'Dig', ...about]),
      await json(['proposal', 'create', daoId, '--title', 'Sell', ...about]),
    ]
    const server = createServer(async (request, response) => {
      const { method = 'GET', url = '', headers } = request
      const body = await text(request)
      const answer = await fetch(platform.at.governance + url.replace(asked.proposalId, other.proposalId), {
        headers: { 'content-type': 'application/json', authorization: String(headers.authorization) },
        ...(method === 'GET' ? {} : { method, body }),
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const lying = ['--yes', '--governance-url', `http://127.0.0.1:${(server.address() as AddressInfo).port}`]
    try {
      for (const given of [
        ['vote', asked.proposalId, 'YES'],
        ['proposal', 'cancel', asked.proposalId],
      ])
        assert.match(
          (await q([...given, ...lying], { exit: 6 })).error,
          /the service returned proposal .* was requested/,
        )
    } finally {
      server.close()
    }
    // The proposal on the topic is shown before it is signed, and no line of its text stands where its options do.
    const { error } = await q(['vote', asked.proposalId, 'YES', '--yes'])
    assert.match(error, /^ {2}Both\n {2}hands\n/m)
    assert.match(error, /^Data +\{"depth":"two metres"\}$/m)
    const payment = { receiverId: ben?.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: '510000000000' }
    const body = { walletId, ...payment }
    const operation = { method: 'POST', path: '/multisig/wallet/withdraw/request', body }
    writeFileSync(file, JSON.stringify({ operation }))
    const paying = await json(['proposal', 'create', daoId, '--title', 'Pay', ...about])
    const sentence = `Transfer 5,100\\.00 ℏ from ${walletId} to ${ben?.id}\\.$`
    const voted = await q(['vote', paying.proposalId, 'YES', '--yes'])
    assert.match(voted.error, new RegExp(`^If it passes +${sentence}`, 'm'))
    const shownAgain = (await q(['proposal', 'show', paying.proposalId])).out
    assert.match(shownAgain, new RegExp(`^if it passes\t${sentence}`, 'm'))
    assert.match(shownAgain, /^result\tYES {2}100% {2}1 vote, weight 1$/m)
    assert.match(error, new RegExp(`^Record +SHA-256 ${asked.proposalHash}$`, 'm'))
    const { cancelled, votes } = await json(['proposal', 'show', other.proposalId])
    assert.deepEqual([cancelled, votes], [false, []])
    assert.match((await q(['proposal', 'cancel', other.proposalId, '--yes'])).error, /^Sell$/m)
  })

  test('a governance service that shows another proposal than the one on the topic gets no signature', async () => {
    const { daoId } = await json(
      ['dao', 'create', '--name', 'Bees', '--description', 'and honey'].concat('--threshold', '50'),
    )
    const propose = async (title: string) =>
      json(['proposal', 'create', daoId, '--title', title, '--description', 'two', '--hours', '1'])
    const [{ proposalId }, other] = [await propose('Hives'), await propose('Wasps')]
    const governance = `http://127.0.0.1:${env.GOVERNANCE_HTTP_PORT}`
    const sent: Record<string, unknown>[] = []
    const lies: [string, (proposal: Record<string, unknown>) => unknown][] = [
      ['another title', (proposal) => ({ ...proposal, title: 'Wasps' })],
      ['an option more', (proposal) => ({ ...proposal, votingOptions: ['YES', 'NO', 'ABSTAIN', 'MAYBE'] })],
      ['no description', ({ description: _, ...proposal }) => proposal],
      ['another end', (proposal) => ({ ...proposal, endTime: '2040-01-01T00:00:00.000Z' })],
      ['another proposal as a whole', () => other],
    ]
    let lie: (proposal: Record<string, unknown>) => unknown = (proposal) => proposal
    const server = createServer(async (request, response) => {
      const headers = { 'content-type': 'application/json', authorization: String(request.headers.authorization) }
      const body = request.method === 'GET' ? undefined : await text(request)
      if (request.url === '/votes') sent.push(JSON.parse(body ?? '{}'))
      const answer = await fetch(governance + request.url, {
        method: request.method ?? 'GET',
        headers,
        ...(body ? { body } : {}),
      })
      const value = await answer.json()
      const isProposal = request.url === `/proposals/${proposalId}`
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(isProposal ? lie(value as Record<string, unknown>) : value))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const vote = ['vote', proposalId, 'YES', '--yes', '--governance-url', url]
    try {
      for (const [what, changed] of lies) {
        lie = changed
        const { error } = await q(vote, { exit: 6 })
        assert.match(error, /Nothing was signed: the service('s proposal differs| returned proposal)/, what)
      }
      assert.deepEqual(sent, [], 'nothing reached the service')
      // The service's own hash is never what is signed.
      lie = (proposal) => ({ ...proposal, proposalHash: '00'.repeat(32) })
      assert.equal((await json(vote)).signed, true)
    } finally {
      server.close()
    }
  })

  test('content is uploaded, fetched and pinned', async () => {
    const { cid } = await json(['ipfs', 'add', '-', '--name', 'hello.txt'], { input: 'hello' })
    assert.equal((await q(['ipfs', 'get', cid])).out, 'hello')
    const file = join(folder, 'hello.txt')
    await q(['ipfs', 'get', cid, '-o', file])
    assert.equal(readFileSync(file, 'utf8'), 'hello')
    assert.match((await q(['ipfs', 'get', cid, '-o', file], { exit: 2 })).error, /hello\.txt already exists/)
    assert.equal(readFileSync(file, 'utf8'), 'hello')
    assert.match((await q(['ipfs', 'pins'])).out, new RegExp(`^${cid}\tpinned$`, 'm'))
    const archive = join(folder, 'hello.car')
    assert.match((await q(['ipfs', 'export', cid, '-o', archive])).error, /Import it with: quorate ipfs import/)
    await q(['ipfs', 'pin', cid, '--remove'])
    assert.equal((await q(['ipfs', 'pins'])).out, '')
    assert.deepEqual(await json(['ipfs', 'import', archive]), {
      cid,
      size: 5,
      mimetype: 'text/plain; charset=utf-8',
      filename: 'hello',
      blocks: 1,
    })
    const imported = await json(['ipfs', 'import', '-', '--root', cid], { input: readFileSync(archive) })
    assert.equal(imported.cid, cid)
    assert.match((await q(['ipfs', 'import', file], { exit: 4 })).error, /MALFORMED_ARCHIVE/)
    await q(['ipfs', 'pin', cid, '--remove'])
    const empty = 'bafyaabakaieac'
    assert.match((await q(['ipfs', 'get', empty], { exit: 2 })).error, /is a directory: name a file in it/)
  })

  test('content is published under the name of the account, and moved on', async () => {
    const key = ['--key-file', join(folder, 'ada.key')]
    const first = (await json(['ipfs', 'add', '-', '--name', 'first.txt'], { input: 'first' })).cid
    const second = (await json(['ipfs', 'add', '-', '--name', 'second.txt'], { input: 'second' })).cid
    assert.match((await q(['ipfs', 'publish', first, ...key], { exit: 2 })).error, /no terminal to ask on/)
    assert.equal((await q(['ipfs', 'names'])).out, '')
    const shown = await q(['ipfs', 'publish', first, '--yes', ...key])
    assert.match(
      shown.error,
      /Point the name k51\w+ at \/ipfs\/bafk\w+\.\nUntil now +nothing.*\nRecord +0, valid until/,
    )
    const { name, sequence } = await json(['ipfs', 'publish', second, '--yes', '--until', '+90d', ...key])
    assert.equal(sequence, '1')
    assert.equal((await json(['ipfs', 'resolve', `/ipns/${name}`])).path, `/ipfs/${second}`)
    assert.match((await q(['ipfs', 'names'])).out, new RegExp(`^${name}\t/ipfs/${second}\t1\t20.*Z\tvalid\t$`, 'm'))
    assert.match(
      (await q(['ipfs', 'publish', 'no cid', '--yes', ...key], { exit: 2 })).error,
      /not a content identifier/,
    )
    await q(['ipfs', 'names', '--remove', name])
    assert.match((await q(['ipfs', 'resolve', name], { exit: 4 })).error, /NAME_NOT_FOUND/)
  })

  test('the list of nodes is created, filled, signed and published, and a node reads it', async () => {
    const list = join(folder, 'nodes.json')
    const key = ['--key-file', join(folder, 'ada.key')]
    const { topicId } = await json(['network', 'init', list, '--new-topic', '--yes'])
    assert.match((await q(['network', 'add', list, platform.at.node, '--name', 'Here'])).out, /^signed\tno$/m)
    // A server that repeats a node's answers lacks the key that signs the node's challenges.
    const posing = createServer(async ({ url = '' }, response) => {
      const answer = await fetch(platform.at.node + url)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    posing.listen(0, '127.0.0.1')
    await once(posing, 'listening')
    const posingAt = `http://127.0.0.1:${(posing.address() as AddressInfo).port}`
    const posed = await q(['network', 'add', list, posingAt], { exit: 1 }).finally(() => posing.close())
    assert.match(posed.error, /does not prove that it is the node of 0\.0\.2 on hedera:devnet: it signs for /)
    await q(['network', 'publish', list, '--yes'], { exit: 2 })
    const signed = await q(['network', 'sign', list, ...key])
    const [, publisher] = /NETWORK_PUBLISHER=([0-9a-f]{64})/.exec(signed.error) ?? []
    // Only the record that its publisher signed is written, whatever else the file contains.
    const good = JSON.parse(readFileSync(list, 'utf8'))
    const decision = { type: 'decision', daoId: 'd', proposalId: 'p', status: 'PASSED', cancelled: false, batches: 0 }
    const zero = '0'.repeat(128)
    for (const [record, said] of [
      [{ ...good, ...decision, signature: zero }, /is not a list of nodes/],
      [{ ...good, note: 'beside it' }, /is not a list of nodes/],
      [{ ...good, issuedAt: 1 }, /is not a list of nodes/],
      [{ ...good, signature: zero }, /signature in the list is not by/],
      [{ ...good, members: [] }, /signature in the list is not by/],
    ] as const) {
      const forged = join(folder, 'forged.json')
      writeFileSync(forged, JSON.stringify(record))
      assert.match((await q(['network', 'publish', forged, '--yes'], { exit: 2 })).error, said)
    }
    const another = ['--publisher', '11'.repeat(32)]
    assert.match((await q(['network', 'publish', list, '--yes', ...another], { exit: 2 })).error, /is not by 11/)
    const published = await q(['network', 'publish', list, '--yes', '--publisher', publisher ?? ''])
    assert.match(published.error, /^Write the list of one node on topic /)
    assert.match((await q(['network', 'show'])).out, /^0\.0\.2\t/)
    const file = join(folder, 'members.json')
    await q(['network', 'init', file])
    await q(['network', 'add', file, platform.at.node])
    assert.match((await q(['network', 'sign', file, ...key])).out, /^signed\tyes$/m)
    // Nodes with either setting start, and know the listed node.
    const at = { HEDERA_DEVNET_NODES: `${platform.at.ledger}=0.0.3`, HEDERA_DEVNET_MIRROR_URL: platform.mirror }
    const operator = { HEDERA_DEVNET_OPERATOR_ID: eve?.id ?? '', HEDERA_DEVNET_OPERATOR_KEY: eve?.privateKey ?? '' }
    const common = { ...at, ...operator, NETWORK_PUBLISHER: publisher ?? '', NETWORK_HEARTBEAT: '1000' }
    for (const own of Object.values({ topic: { NETWORK_TOPIC: topicId }, file: { NETWORK_MEMBERS: file } })) {
      const ports = { ...(await freePorts()), DATA_DIR: await testDataDirectory() }
      const node = await startProcess({ ...ports, ...common, ...own }, ['node'])
      try {
        const seen = async () =>
          (await run({ ...ports, XDG_STATE_HOME: join(folder, 'node') }, ['network', 'show'])).out
        let shown = await seen()
        while (!shown.includes('0.0.2\t')) shown = await seen()
        assert.match(shown, new RegExp(`^${eve?.id}\t.*\n0\\.0\\.2\t`))
      } finally {
        await node.stop()
        rmSync(ports.DATA_DIR, { recursive: true })
      }
    }
  })

  /** A server between the command and a service, which may change the answers. It has the sessions of `at`. */
  async function lying(at: string, lie: (url: string, answer: object) => object): Promise<string> {
    const server = createServer(async (request, response) => {
      const { method = 'GET', url = '', headers } = request
      const answer = await fetch(at + url, {
        headers: { 'content-type': 'application/json', authorization: String(headers.authorization) },
        ...(method === 'GET' ? {} : { method, body: await text(request) }),
      })
      const value = lie(url, (await answer.json()) as object)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    after(() => void server.close().closeAllConnections())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    process.env.XDG_STATE_HOME = env.XDG_STATE_HOME ?? ''
    if (existsSync(fileOf(at))) copyFileSync(fileOf(at), fileOf(url))
    delete process.env.XDG_STATE_HOME
    return url
  }

  test('the service cannot pass off another topic as the one that the signed transaction created', async () => {
    const [own, others] = [ada, eve].map((one) => PrivateKey.fromStringED25519(one?.privateKey ?? ''))
    const sdk = Client.forNetwork({ [platform.at.ledger]: '0.0.3' }).setOperator(eve?.id ?? '', others ?? assert.fail())
    const creation = new TopicCreateTransaction().setSubmitKey(own?.publicKey ?? assert.fail())
    const made = await creation.setAdminKey(others?.publicKey ?? assert.fail()).execute(sdk)
    const { topicId: ofEve } = await made.getReceipt(sdk)
    sdk.close()
    // A list of test nodes on the topic of another network of the user's would replace that network's nodes.
    const { topicId: ofList } = await json(['network', 'init', join(folder, 'first.json'), '--new-topic', '--yes'])
    for (const topicId of [ofEve, ofList, '0.0.999999', null].map((one) => one && String(one))) {
      const url = await lying(platform.at.node, (path, answer) =>
        path === '/transactions/submit' ? { ...answer, topicId } : answer,
      )
      const file = join(folder, 'other.json')
      const { error } = await q(['network', 'init', file, '--new-topic', '--yes', '--url', url], { exit: 1 })
      assert.match(
        error,
        new RegExp(`The service says that the new topic is ${topicId}, but the ledger shows 0\\.0\\.`),
      )
      assert.ok(!existsSync(file))
    }
  })

  test('the service cannot pass off another wallet as the one that the signed transaction created', async () => {
    const url = await lying(platform.at.multisig, (path, answer) =>
      path.endsWith('/create/execute') ? { ...answer, walletId: eve?.id } : answer,
    )
    const create = ['wallet', 'create', '--name', 'Own', '--threshold', '1', '--owner', ada?.id ?? '', '--yes']
    const { error, out } = await q([...create, '--multisig-url', url], { exit: 1 })
    assert.match(error, new RegExp(`the new wallet is ${eve?.id}, but the ledger shows 0\\.0\\.\\d+ for 0\\.0\\.1022@`))
    assert.ok(!out.includes(eve?.id ?? ''))
  })

  test('the shared key is shown to everybody, and ceremonies and backups are for operators of a node with a topic', async () => {
    assert.match((await q(['dkg', 'status'], withBen)).out, /^state\tIDLE$/m)
    assert.match((await q(['dkg', 'start'], { ...withBen, exit: 4 })).error, /is not an operator of this node/)
    const checked = await q(['dkg', 'check'], { exit: 1 })
    assert.match(checked.out, /^topic\tfailed\tDKG_TOPIC is not set\t/m)
    for (const command of ['start', 'reshare', 'refresh', 'repair', 'rotate'])
      assert.match((await q(['dkg', command], { exit: 4 })).error, /DKG_TOPIC is not set/)
    const file = join(folder, 'share.json')
    assert.match((await q(['dkg', 'backup', file], { exit: 4 })).error, /has no share of a shared key/)
    assert.ok(!existsSync(file))
    writeFileSync(file, '{}')
    assert.equal(
      JSON.parse((await q(['dkg', 'restore', file, '--json'], { exit: 4 })).error).error.code,
      'VALIDATION_FAILED',
    )
    assert.match((await q(['dkg', 'verify'], { exit: 4 })).error, /has no share of a shared key/)
    assert.match((await q(['dkg', 'retire'], { exit: 4 })).error, /there is no earlier key to retire/)
    assert.match((await q(['dkg', 'move'], { ...withBen, exit: 4 })).error, /is not an operator of this node/)
    assert.match((await q(['dkg', 'move'])).out, /^state\tIDLE$/m)
  })

  test('any request can be sent to any API', async () => {
    assert.equal(JSON.parse((await q(['api', 'GET /auth/profile'])).out).walletId ?? ada?.id, ada?.id)
    assert.ok(Array.isArray(JSON.parse((await q(['api', '/multisig/inbox'])).out)))
    const { error } = await q(['api', 'POST /daos', '-d', '@nothing', '--json'], { exit: 2 })
    assert.match(error, /nothing cannot be read as JSON: ENOENT/)
    const refused = await q(['api', 'POST /daos', '-d', '-', '--json'], { exit: 4, input: '{}' })
    assert.equal(JSON.parse(refused.error).error.code, 'VALIDATION_FAILED')
    assert.match((await q(['api', '-i', '/health/live', '--service', 'governance'])).out, /^200 OK\n/)
  })

  test('the doctor finds a taken port and a folder in use, and gives advice', async () => {
    const taken = createTcpServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const others = { ...(await freePorts()), DATA_DIR: join(folder, 'fresh') }
    const fine = await run(others, ['doctor', '--json'])
    assert.equal(fine.code, 0, fine.out)
    const ill = await run({ ...others, NODE_HTTP_PORT: String(port), DATA_DIR: env.DATA_DIR ?? '' }, [
      'doctor',
      '--json',
    ])
    taken.close()
    assert.equal(ill.code, 1)
    const findings = ill.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const failures = findings.filter(({ state }) => state === 'failed')
    assert.deepEqual(
      failures.map(({ check }) => check),
      [`port ${port}`, 'data folder in use'],
    )
    for (const { advice } of failures) assert.match(advice, /^(Stop the program that listens there|Stop that process)/)
    const running = await run(env, ['doctor'])
    assert.equal(running.code, 0, running.out)
    assert.match(running.out, /^ok\tdata folder in use\tby the running platform\t/m)
    assert.match(running.out, /^ok\tport \d+\tused by the running platform \(MULTISIG_WS_PORT\)\t/m)
    const wrong = await run(
      {
        ...others,
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        CHAINS: 'hedera:testnet',
        HEDERA_TESTNET_MIRROR_URL: 'http://127.0.0.1:1',
        REDIS_URL: 'redis://127.0.0.1:1',
      },
      ['doctor'],
    )
    assert.equal(wrong.code, 1)
    assert.match(wrong.out, /^failed\tdatabase\t127\.0\.0\.1:1\/none.*DATABASE_URL/m)
    assert.match(wrong.out, /^warning\tRedis\tdoes not answer\t.*REDIS_URL/m)
    assert.match(wrong.out, /^failed\tmirror of hedera:testnet\t.*HEDERA_TESTNET_MIRROR_URL/m)
    assert.match(wrong.out, /^failed\toperator of hedera:testnet\tHEDERA_TESTNET_OPERATOR_ID is not set\t/m)
    assert.match(
      (await run({ ...others, MAX_OWNERS: 'many' }, ['doctor'])).out,
      /^failed\tsettings\tMAX_OWNERS is "many"/m,
    )
    const noConsole = { CONSOLE_HTTP_PORT: '1' }
    const { out } = await run({ ...env, ...noConsole }, ['open'])
    assert.equal(out, `${platform.at.node}/api/docs\n`)
    assert.equal((await run({ ...noConsole, NODE_HTTP_PORT: '1' }, ['open'])).code, 5)
  })

  /** Moves the clock of ledger and services, as the console's development screen does. */
  async function moveClock(ms: number): Promise<void> {
    const answer = await fetch(`${platform.at.console}/api/development/clock`, {
      method: 'POST',
      headers: { origin: platform.at.console, 'content-type': 'application/json' },
      body: JSON.stringify({ ms }),
    })
    assert.equal(answer.status, 200, await answer.text())
  }

  // This test is last, since it moves the clock of the whole platform.
  test('the requests that wait are reviewed one after the other', { skip: !existsSync(SCRIPT) }, async () => {
    assert.match((await q(['request', 'next'], { exit: 2 })).error, /There is no terminal to ask on/)
    const inbox = async () =>
      (await q(['request', 'list'])).out
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t')[0] ?? '')
    const asked: string[] = []
    for (const amount of ['0.01', '0.02', '0.03'])
      asked.push((await json([...withdraw(eve, amount, '--at', '+1h'), '--yes'], withBen)).jobId)
    const before = await inbox()
    const on = { ...env, QUORATE_ACCOUNT: ada?.id ?? '' }
    const shown = await onTerminal(on, ['request', 'next'], (said) => (/Transfer 0\.0[13] ℏ /.test(said) ? 'y' : 'n'))
    assert.match(shown, /0\.01 ℏ.*0\.02 ℏ.*0\.03 ℏ/s)
    assert.match(shown, /^signed\s+2\s+skipped\s+\d+\s+failed\s+0$/m)
    assert.deepEqual(
      await inbox(),
      before.filter((jobId) => jobId !== asked[0] && jobId !== asked[2]),
    )
    for (const jobId of asked) await q(['request', 'reject', jobId, '--yes'], withBen)
  })

  test('an account with a threshold key that was made elsewhere becomes a wallet', async () => {
    const [adas, bens] = [ada, ben].map((one) => PrivateKey.fromStringED25519((one?.privateKey ?? '').slice(-64)))
    const sdk = Client.forNetwork({ [platform.at.ledger]: '0.0.3' }).setOperator(ada?.id ?? '', adas ?? '')
    const make = async (keys: PrivateKey[]) => {
      const key = new KeyList(
        keys.map(({ publicKey }) => publicKey),
        2,
      )
      const { accountId } = await (
        await new AccountCreateTransaction().setKeyWithoutAlias(key).execute(sdk)
      ).getReceipt(sdk)
      return String(accountId)
    }
    const pair = await make([adas, bens] as PrivateKey[])
    const stranger = await make([adas, PrivateKey.generateED25519()] as PrivateKey[])
    sdk.close()
    const adopted = await q(['wallet', 'adopt', pair, '--name', 'Old treasury'])
    assert.match(adopted.out, /^signers\t2 of 2$/m)
    assert.ok([ada, ben].every((one) => adopted.out.includes(one?.id ?? '?')))
    assert.equal((await json(['wallet', 'show', pair], withBen)).name, 'Old treasury')
    const { error } = await q(['wallet', 'adopt', stranger, '--name', 'Half'], { exit: 2 })
    assert.match(error, /^The mirror knows no account with the key .*: name each owner with --owner\n$/)
    const owners = ['--owner', `${ada?.id}=Ada`, '--owner', `${ben?.id}=Ben`]
    assert.match(
      (await q(['wallet', 'adopt', stranger, '--name', 'Half', ...owners], { exit: 4 })).error,
      /OWNER_NOT_IN_KEY/,
    )
  })

  test('a member delegates its vote with a signature, sees it listed, and ends it', async () => {
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const about = { name: 'Delegates', description: 'of others', ownerAddress: ada?.id, members: [ben?.id] }
    const found = (rules: object) =>
      json(['api', 'POST /daos', '-d', JSON.stringify({ ...about, votingRules: { ...votingRules, ...rules } })])
    const { daoId } = await found({ delegation: true })
    const given = await json(['dao', 'delegate', daoId, ben?.id ?? '', '--yes'])
    assert.deepEqual([given.delegate, given.number, given.signed], [ben?.id, 1, true])
    assert.match((await q(['dao', 'delegations', daoId])).out, new RegExp(`^${ada?.id}\t${ben?.id}\tall\ttrue\t`, 'm'))
    assert.match((await q(['dao', 'delegate', daoId], { exit: 2 })).error, /end the delegation with --end/)
    const { error } = await q(['dao', 'delegate', daoId, ada?.id ?? '', '--yes'], { exit: 4 })
    assert.match(error, /DELEGATION_CYCLE/)
    assert.match(error, new RegExp(`delegation number 2 in ${daoId}`), 'all that is signed is shown')
    assert.equal((await json(['dao', 'delegate', daoId, '--end', '--yes'])).delegate, null)
    assert.equal((await q(['dao', 'delegations', daoId])).out, '')
    const plain = await found({})
    const refused = await q(['dao', 'delegate', plain.daoId, ben?.id ?? '', '--yes'], { exit: 2 })
    assert.match(refused.error, /votes cannot be delegated/)
  })

  test('a draft keeps the fields that a change does not name, is commented on, and is proposed exactly as it is', async () => {
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const about = { name: 'Drafters', description: '', ownerAddress: ada?.id, members: [ben?.id], votingRules }
    const { daoId } = await json(['api', 'POST /daos', '-d', JSON.stringify(about)])
    const options = ['--option', 'Oak', '--option', 'Elm', '--quorum', '1/3', '--start', '+2d']
    const made = await json(['draft', 'create', daoId, '--title', 'Tree', '--hours', '3', ...options])
    const { draftId } = made
    const changed = await json(['draft', 'change', draftId, '--title', 'A tree', '--quorum', '40'])
    const { quorumFraction: _, ...kept } = made.proposal
    assert.deepEqual([changed.revision, changed.proposal], [2, { ...kept, title: 'A tree', quorum: 40 }])
    assert.match((await q(['draft', 'list', daoId])).out, new RegExp(`^${draftId}\t${ada?.id}\t\\S+\tA tree$`, 'm'))
    const { commentId } = await json(['draft', 'comment', draftId, 'Rude'], withBen)
    assert.equal((await json(['draft', 'hide', draftId, commentId])).text, '')
    assert.match((await q(['draft', 'comments', draftId])).out, /\(hidden\)/)
    assert.equal((await json(['draft', 'hide', draftId, commentId, '--undo'])).text, 'Rude')
    await q(['draft', 'uncomment', draftId, commentId], withBen)
    assert.equal((await q(['draft', 'comments', draftId])).out, '')
    assert.match((await q(['draft', 'start', draftId, '--now', '--start', '+1d'], { exit: 2 })).error, /not both/)
    assert.match((await q(['draft', 'delete', draftId], { exit: 2 })).error, /confirm with --yes/)
    const { startTime: drafted, ...stated } = changed.proposal
    const proposal = await json(['draft', 'start', draftId, '--now'])
    assert.deepEqual(
      [proposal.proposalId, proposal.title, proposal.votingOptions, proposal.quorum, proposal.status],
      [draftId, stated.title, stated.votingOptions, 40, 'ACTIVE'],
    )
    assert.notEqual(proposal.startTime, drafted)
    assert.match((await q(['draft', 'show', draftId], { exit: 4 })).error, /DRAFT_NOT_FOUND/)
    const other = await json(['draft', 'create', daoId, '--title', 'Other', '--hours', '3'])
    assert.equal((await json(['draft', 'delete', other.draftId, '--yes'])).draftId, other.draftId)
  })

  test('a DAO is founded, votes with signatures, and is recounted', async () => {
    const { daoId } = await json([
      'dao',
      'create',
      '--name',
      'Gardeners',
      '--description',
      'of the garden',
      '--threshold',
      '50',
      '--member',
      ben?.id ?? '',
    ])
    await q(['dao', 'members', daoId, '--add', ecdsa?.id ?? ''])
    const { proposalId } = await json([
      'proposal',
      'create',
      daoId,
      '--title',
      'Trees',
      '--description',
      'ten',
      '--hours',
      '0.4',
    ])
    const vote = await json(['vote', proposalId, 'yes', '--comment', 'of course', '--yes'])
    assert.deepEqual([vote.signed, vote.choice], [true, 'YES'])
    assert.equal((await json(['vote', proposalId, 'NO', '--unsigned'], withBen)).signed, false)
    await q(['vote', proposalId, 'YES', '--yes'], { exit: 4 })
    await moveClock(30 * 60_000)
    let recounted = await run(env, ['recount', proposalId])
    while (!/The published result holds/.test(recounted.out)) recounted = await run(env, ['recount', proposalId])
    assert.equal(recounted.code, 0)
    assert.match(recounted.out, /1 of 2 votes are signed by their voters/)
    assert.match((await q(['proposal', 'list', '--dao', daoId])).out, new RegExp(`^${proposalId}\tREJECTED\t`))
    const cancelled = await json([
      'proposal',
      'create',
      daoId,
      '--title',
      'Never',
      '--description',
      'mind',
      '--hours',
      '1',
    ])
    assert.equal((await json(['proposal', 'cancel', cancelled.proposalId, '--yes'])).cancelled, true)
    assert.match(
      (await q(['dao', 'list', '--owner', ada?.id ?? ''])).out,
      new RegExp(`^${daoId}\tGardeners\tACTIVE\t${ada?.id}\t3$`, 'm'),
    )
  })

  test('rules are changed at once, and the command shows all rules that it signs', async () => {
    const given = ['--name', 'Rangers', '--threshold', '50', '--rule', `emergency=${ada?.id}`, '--rule', 'quorum=20']
    const { daoId } = await json(['dao', 'create', ...given])
    const changed = await q(['dao', 'rules', daoId, '--rule', 'threshold=60', '--yes'])
    assert.match(changed.error, /^ {2}threshold: 50 -> 60$/m)
    assert.match(changed.error, /^You sign all of these rules:\n(?: {2}.*\n)* {2}quorum: 20\n/m)
    assert.match(changed.out, /^rules\t2$/m)
  })

  test('a DAO votes by other methods and fractions, and its votes are changed', async () => {
    const rules = ['--threshold', '2/3', '--max-options', '6', '--changeable'].concat(
      ['single', 'approval', 'ranked', 'weighted'].flatMap((method) => ['--method', method]),
    )
    const { daoId } = await json(['dao', 'create', '--name', 'Foresters', '--member', ben?.id ?? '', ...rules])
    const shown = (await q(['dao', 'show', daoId])).out
    assert.match(shown, /^rules\t2\/3 of the votes;/m)
    assert.match(shown, /^methods\tsingle, approval, ranked, weighted\noptions\tup to 6\nvotes\tmay be changed/m)
    const options = ['Oak', 'Elm, old', 'a=b']
    const propose = async (method: string, ...more: string[]) => {
      const about = ['--title', method, '--hours', '1', '--method', method, ...more]
      return (await json(['proposal', 'create', daoId, ...about, ...options.flatMap((one) => ['--option', one])]))
        .proposalId
    }
    const ranked = await propose('ranked', '--quorum', '2/3')
    for (const [given, says] of [
      [['Oak'], /^The voting method of this proposal is ranked: give --rank\n/m],
      [['--approve', 'Oak', '--rank', 'Oak'], /ranked: give --rank, and nothing else/],
      [['--rank', 'Ash'], /^Ash is not one of Oak, Elm, old, a=b$/m],
      [['--rank', 'Oak', '--rank', 'Oak'], /choices has an option twice/],
      [['--rank', 'Oak', '--change'], /has not voted on this proposal: leave out --change/],
    ] as const)
      assert.match((await q(['vote', ranked, ...given, '--yes'], { exit: 2 })).error, says)
    await q(['vote', ranked, '--rank', 'oAK', '--yes'])
    assert.match((await q(['vote', ranked, '--rank', 'Oak', '--yes'], { exit: 4 })).error, /\((ALREADY_VOTED|REVISION)/)
    const missing = (await q(['proposal', 'show', ranked])).out
    assert.match(missing, /^method\tranked$/m)
    assert.match(missing, /^round 1\tOak 1, Elm, old 0, a=b 0, exhausted 0$/m)
    assert.match(missing, /^threshold\tOak has 100% of 2\/3$/m)
    assert.match(missing, /^quorum\t50% of 2\/3: not reached; 1 more needed$/m)
    const changed = await q(['vote', ranked, '--rank', 'a=b', '--rank', 'Oak', '--change', '--yes'])
    assert.match(changed.error, /^"a=b > Oak", as \S+, as vote number 2, which replaces the last$/m)
    assert.match(changed.out, /^choice\ta=b > Oak$/m)
    assert.match(changed.out, /^revision\t2$/m)
    assert.equal((await json(['vote', ranked, '--rank', 'Oak', '--unsigned'], withBen)).signed, false)
    assert.match((await q(['proposal', 'show', ranked])).out, /^threshold\t2\/3; no option is ahead of all others$/m)

    const approval = await propose('approval')
    const approved = await json(['vote', approval, '--approve', 'a=b', '--approve', 'Oak', '--yes'])
    assert.deepEqual(approved.choices, ['Oak', 'a=b'])
    const weighted = await propose('weighted')
    for (const wrong of ['Oak', 'Oak=1.5', '=60'])
      assert.match((await q(['vote', weighted, '--split', wrong, '--yes'], { exit: 2 })).error, /such as Oak=60/)
    assert.match(
      (await q(['vote', weighted, '--split', 'Oak=60', '--yes'], { exit: 2 })).error,
      /shares add up to 60: expected 100/,
    )
    const split = await json(['vote', weighted, '--split', 'a=b=40', '--split', 'Oak=60%', '--yes'])
    assert.deepEqual([split.choices, split.shares, split.weight], [['Oak', 'a=b'], [60, 40], 1])
    const counted = (await q(['proposal', 'show', weighted])).out
    assert.match(counted, /^result\tOak {2}60% {2}1 vote, weight 0\.6$/m)
    assert.match(counted, /^threshold\tOak has 60% of 2\/3; 0\.2 more needed$/m)
  })
})
