import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { isQuorateError } from '@quorate/client'
import { testDataDirectory } from '@quorate/platform/testing'
import {
  command,
  freePorts,
  owners,
  type Person,
  type PlatformProcess,
  runCommand,
  signBlindly,
  startProcess,
} from './process.ts'

interface Executed {
  jobId: string
  transactionId: string
}

describe('A backup', () => {
  let folder: string
  let env: Record<string, string>
  let dataDir: string
  let platform: PlatformProcess
  let people: Person[]
  let walletId: string
  let content: string
  let minutes: string
  const backupFile = () => join(folder, 'backup.tar.gz')
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-backup-'))
    dataDir = await testDataDirectory()
    env = { ...(await freePorts()), DATA_DIR: dataDir }
    platform = await startProcess(env)
    people = await owners(platform.at, 2)
    walletId = await makeWallet()
    content = await upload('text of a group')
    minutes = await uploadFolder({ 'may.md': '# May', 'june.md': '# June' })
  })
  after(async () => {
    await platform.kill()
    for (const one of [folder, dataDir]) await rm(one, { recursive: true, force: true })
  })

  async function makeWallet(): Promise<string> {
    const [ada] = people as [Person]
    const settings = { owners: people.map(({ id }) => ({ wallet: id, name: id })), threshold: 2 }
    const creation = await ada.client.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Treasury', balance: 1000_0000_0000, settings },
    })
    await signBlindly(ada.client, creation)
    const made = await ada.client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    return made.walletId ?? assert.fail('the wallet was not created')
  }

  async function upload(text: string): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([text]), 'text.txt')
    const headers = { authorization: `Bearer ${people[0]?.token}` }
    const answer = await fetch(`${platform.at.node}/ipfs/upload`, { method: 'POST', headers, body: form })
    assert.equal(answer.status, 201, await answer.clone().text())
    return ((await answer.json()) as { cid: string }).cid
  }

  async function uploadFolder(files: Record<string, string>): Promise<string> {
    const [ada] = people as [Person]
    const path = { id: (await ada.client.node.post('/ipfs/folders', { body: {} })).id }
    const file = Object.entries(files).map(([name, text]) => new File([text], name))
    await ada.client.node.post('/ipfs/folders/{id}/files', { path, form: { file } as never })
    return (await ada.client.node.post('/ipfs/folders/{id}/finish', { path })).cid
  }

  /** Runs life cycles one after the other until the platform stops answering. */
  async function live(executed: Executed[]): Promise<void> {
    const [ada, ben] = people as [Person, Person]
    try {
      for (;;) {
        const request = await ada.client.multisig.post('/multisig/wallet/withdraw/request', {
          body: { walletId, receiverId: '0.0.1002', tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 },
        })
        for (const { client } of [ada, ben]) await signBlindly(client, { ...request, walletId })
        const { transactionId } = await ben.client.multisig.post('/multisig/wallet/withdraw/execute', { body: request })
        executed.push({ jobId: request.jobId, transactionId })
      }
    } catch (error) {
      if (!isQuorateError(error) || error.code !== 'UNANSWERED') throw error
    }
  }

  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
  }

  /** The number of executed requests on the ledger, and the number that the database shows as executed. */
  async function found(executed: Executed[]) {
    const [ada] = people as [Person]
    let [onLedger, inDatabase] = [0, 0]
    for (const { jobId, transactionId } of executed) {
      const id = transactionId.replace(/@(\d+)\.(\d+)/, '-$1-$2')
      onLedger += (await fetch(`${platform.mirror}/api/v1/transactions/${id}`)).ok ? 1 : 0
      const status = await ada.client.multisig
        .get('/multisig/transaction/status/{jobId}', { path: { jobId } })
        .catch(() => undefined)
      inDatabase += status?.status === 'success' ? 1 : 0
    }
    return { onLedger, inDatabase }
  }

  test('A backup of a running platform shows one point in time: nothing acknowledged before is missing anywhere', async () => {
    const executed: Executed[] = []
    const lives = [live(executed), live(executed), live(executed)]
    await until(() => executed.length >= 5)
    const before = executed.slice()
    const { code, output } = await runCommand(env, ['backup', backupFile(), '--json'])
    assert.equal(code, 0, output)
    const many = executed.length + 5
    await until(() => executed.length >= many)
    await platform.kill()
    await Promise.all(lives)
    assert.deepEqual(await readdir(join(dataDir, '.backup')).catch(() => []), [])
    assert.equal((await stat(backupFile())).mode & 0o077, 0)

    const restored = { ...env, DATA_DIR: join(folder, 'restored') }
    const restoring = await runCommand(restored, ['restore', backupFile()])
    assert.equal(restoring.code, 0, restoring.output)
    platform = await startProcess(restored)
    // A session of the backup may have been ended since.
    const headers = { authorization: `Bearer ${people[0]?.token}` }
    assert.equal((await fetch(`${platform.at.node}/auth/profile`, { headers })).status, 401)
    for (const { client } of people) await client.login()
    assert.deepEqual(await found(before), { onLedger: before.length, inDatabase: before.length })
    const { onLedger, inDatabase } = await found(executed)
    assert.ok(onLedger < executed.length, 'what came after the backup is not in it')
    assert.ok(inDatabase <= onLedger, `the database knows of ${inDatabase}, the ledger of ${onLedger}`)
    const file = await fetch(`${platform.at.node}/ipfs/${content}`)
    assert.equal(await file.text(), 'text of a group')
    for (const [name, text] of [
      ['may.md', '# May'],
      ['june.md', '# June'],
    ])
      assert.equal(await (await fetch(`${platform.at.node}/ipfs/${minutes}/${name}`)).text(), text)
    await goOn()
    assert.equal(await platform.stop(), 0)
  })

  /** The restored platform continues to work. */
  async function goOn(): Promise<void> {
    const executed: Executed[] = []
    const living = live(executed)
    await until(() => executed.length >= 1)
    await platform.kill()
    await living
    platform = await startProcess({ ...env, DATA_DIR: join(folder, 'restored') })
  }

  test('A backup of a stopped platform is the same, and can go through a pipe', async () => {
    const restored = { ...env, DATA_DIR: join(folder, 'restored') }
    const made = await runCommand(restored, ['backup', join(folder, 'stopped.tar.gz'), '--no-content'])
    assert.equal(made.code, 0, made.output)
    assert.match(made.output, /left out/)
    const again = { ...env, DATA_DIR: join(folder, 'again') }
    const quorate = `"${process.execPath}" "${command}"`
    const line = `${quorate} backup - | DATA_DIR="${again.DATA_DIR}" ${quorate} restore -`
    await promisify(execFile)('sh', ['-c', line], { env: { PATH: process.env.PATH, ...restored } })
    platform = await startProcess(again)
    assert.equal((await owners(platform.at, 1)).length, 1)
    await platform.stop()
  })

  test('is not restored over existing entries, unless they are put aside', async () => {
    const taken = { ...env, DATA_DIR: join(folder, 'taken') }
    await mkdir(taken.DATA_DIR)
    await writeFile(join(taken.DATA_DIR, 'two-factor-key'), 'before')
    const refused = await runCommand(taken, ['restore', backupFile()])
    assert.equal(refused.code, 2)
    assert.match(refused.output, /is not empty.*--replace/)
    assert.equal((await runCommand(taken, ['restore', backupFile(), '--replace'])).code, 0)
    const [aside = ''] = (await readdir(taken.DATA_DIR)).filter((name) => name.startsWith('.before-restore-'))
    assert.equal(await readFile(join(taken.DATA_DIR, aside, 'two-factor-key'), 'utf8'), 'before')
    assert.notEqual(await readFile(join(taken.DATA_DIR, 'two-factor-key'), 'utf8'), 'before')
  })

  test('A backup that is cut off or not a backup is refused, and the existing entries stay', async () => {
    const target = { ...env, DATA_DIR: join(folder, 'target') }
    const cut = join(folder, 'cut.tar.gz')
    await cp(backupFile(), cut)
    await truncate(cut, (await stat(cut)).size - 1000)
    const other = join(folder, 'other.tar.gz')
    await writeFile(other, 'this is no archive')
    for (const file of [cut, other]) {
      const { code, output } = await runCommand(target, ['restore', file])
      assert.equal(code, 1, output)
      assert.match(output, /is not a complete backup/)
      assert.deepEqual(
        (await readdir(target.DATA_DIR)).filter((name) => !name.startsWith('.lock')),
        [],
      )
    }
  })

  test('does not overwrite a file, and fails without a platform', async () => {
    const there = await runCommand(env, ['backup', backupFile()])
    assert.equal(there.code, 2)
    assert.match(there.output, /exists/)
    const nowhere = await runCommand(env, ['backup', join(folder, 'nowhere', 'x.tar.gz')])
    assert.equal(nowhere.code, 2)
    assert.match(nowhere.output, /x\.tar\.gz cannot be written: name another/)
    const none = await runCommand({ ...env, DATA_DIR: join(folder, 'none') }, ['backup', join(folder, 'none.tar.gz')])
    assert.equal(none.code, 2)
    assert.match(none.output, /has no platform data/)
    const server = await runCommand({ ...env, DATABASE_URL: 'postgres://127.0.0.1/none' }, ['backup', 'x.tar.gz'])
    assert.equal(server.code, 2)
    assert.match(server.output, /pg_dump/)
  })

  test('A backup with only one part restored is refused at the start, in one line, unless the start is forced', async () => {
    const restored = join(folder, 'restored')
    const mixed = async (name: string, part: string) => {
      const made = join(folder, name)
      await cp(restored, made, { recursive: true })
      await rm(join(made, part), { recursive: true })
      const whole = { ...env, DATA_DIR: join(folder, `${name}-whole`) }
      assert.equal((await runCommand(whole, ['restore', backupFile()])).code, 0)
      await rename(join(whole.DATA_DIR, part), join(made, part))
      return { ...env, DATA_DIR: made }
    }
    const olderLedger = await mixed('older-ledger', 'ledger')
    const refused = await runCommand(olderLedger, ['start'])
    assert.equal(refused.code, 2, refused.output)
    assert.match(refused.output, /ledger in DATA_DIR is an older copy: the database knows/)
    platform = await startProcess(olderLedger, ['--pair-anew'])
    await platform.stop()
    platform = await startProcess(olderLedger)
    await platform.stop()

    const noLedger = { ...env, DATA_DIR: join(folder, 'no-ledger') }
    await cp(restored, noLedger.DATA_DIR, { recursive: true })
    await rm(join(noLedger.DATA_DIR, 'ledger'), { recursive: true })
    const another = await runCommand(noLedger, ['start'])
    assert.equal(another.code, 2, another.output)
    assert.match(another.output, /belongs to a different ledger/)
  })
})
