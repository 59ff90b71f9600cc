import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { NodeTypes } from '@quorate/client'
import { parseJson } from '@quorate/platform'
import { publicClient, withSession } from '../connection/connect.ts'
import { type Finding, failed, ok, warning } from '../doctor/check.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printList, printOne } from '../terminal/output.ts'

type Commands = CommandTable['dkg']['commands']
type SharedKey = NodeTypes['SharedKey']
type Kind = NonNullable<SharedKey['ceremony']>['kind']

export async function check(given: Given<Commands['check']>): Promise<void> {
  await withSession(given, async ({ client }) => {
    const [checked, told] = await Promise.all([
      client.node.get('/smart-node/dkg/check'),
      client.node.get('/smart-node/dkg'),
    ])
    const findings = findingsOf(checked, told)
    await printList(findings, {
      json: given.json,
      empty: '',
      columns: [
        { title: 'check', of: (one) => one.check },
        { title: 'state', of: (one) => one.state },
        { title: 'found', of: (one) => one.found },
        { title: 'advice', of: (one) => one.advice },
      ],
    })
    const count = findings.filter(({ state }) => state === 'failed').length
    if (count > 0) throw new Failure('failed', `${count} of the checks failed`, 'UNFIT')
  })
}

interface Checked {
  topic: string | null
  isTopicRead: boolean
  threshold: number
  members: CheckedMember[]
}

interface CheckedMember {
  walletId: string
  url: string
  live: boolean
  answers: boolean
  version: string | null
  clockOffsetMs: number | null
  topic: string | null
  isTopicRead: boolean
  dkgId: string | null
  hasShare: boolean
  isBackedUp: boolean
}

/** Members refuse bytes whose window is more than 10 seconds off by their own clocks. */
const MAX_OFFSET_MS = 10_000
const ALARMING_OFFSET_MS = 2_000

function findingsOf({ topic, isTopicRead, threshold, members }: Checked, told: SharedKey): Finding[] {
  const count = members.length
  const reached = members.filter(({ answers }) => answers)
  return [
    topic === null
      ? failed(
          'topic',
          'DKG_TOPIC is not set',
          'Create a topic that all operators can write to, and set it on each node',
        )
      : isTopicRead
        ? ok('topic', `all of ${topic} has been read`)
        : failed('topic', `not all of ${topic} has been read yet`, 'Wait, and check whether the mirror node answers'),
    threshold <= count
      ? ok('threshold', `${threshold} of ${count} nodes would sign together`)
      : failed(
          'threshold',
          `${threshold} of ${count} nodes`,
          'Set NETWORK_THRESHOLD to at most the number of nodes in the list',
        ),
    ...members.map((member) => memberFinding(member, told)),
    versionsFinding(reached),
    ...reached.map(clockFinding).filter((finding) => finding !== undefined),
    ...reached.map((member) => topicFinding(member, topic)).filter((finding) => finding !== undefined),
    ...reached.filter(({ hasShare }) => hasShare).map(backupFinding),
  ]
}

/** Nodes of different versions may judge the same record differently. */
function versionsFinding(members: readonly CheckedMember[]): Finding {
  const versions = [...new Set(members.map(({ version }) => version ?? 'unknown'))].sort()
  if (versions.length <= 1) return ok('versions', versions[0] ?? 'no node answers')
  const each = members.map(({ walletId, version }) => `${walletId} runs ${version ?? 'unknown'}`)
  return failed('versions', each.join(', '), 'Upgrade all nodes to the same version before a ceremony')
}

function clockFinding({ walletId, clockOffsetMs }: CheckedMember): Finding | undefined {
  const offset = clockOffsetMs ?? 0
  if (Math.abs(offset) < ALARMING_OFFSET_MS) return undefined
  const found = `${(Math.abs(offset) / 1000).toFixed(1)} s ${offset > 0 ? 'ahead of' : 'behind'} this node's`
  const advice = 'Set the clocks of both machines by NTP: members refuse messages that seem too old or too new'
  return (Math.abs(offset) > MAX_OFFSET_MS ? failed : warning)(`clock of ${walletId}`, found, advice)
}

function topicFinding({ walletId, topic, isTopicRead }: CheckedMember, own: string | null): Finding | undefined {
  const name = `topic of ${walletId}`
  if (topic !== own)
    return failed(name, topic ?? 'DKG_TOPIC is not set', `Set DKG_TOPIC to ${own ?? 'the same topic'} on all nodes`)
  if (isTopicRead || topic === null) return undefined
  return failed(name, `not all of ${topic} has been read yet`, 'Wait, and check whether its mirror node answers')
}

function memberFinding({ walletId, url, live, answers, dkgId, hasShare }: CheckedMember, told: SharedKey) {
  const name = `node ${walletId}`
  if (!live || !answers)
    return failed(
      name,
      answers ? `${url} does not answer heartbeats` : `${url} does not answer`,
      'A ceremony would leave it out. Check its address and its key in the list, and its clock',
    )
  if (dkgId !== told.dkgId && dkgId !== null)
    return warning(name, `it knows the key ${dkgId}`, `This node knows ${told.dkgId ?? 'none'}`)
  const isMember = told.members.some((member) => member.walletId === walletId)
  if (isMember && !hasShare)
    return warning(name, 'it has no share', 'Call quorate dkg restore or quorate dkg repair there')
  return ok(name, hasShare ? 'it answers, and has its share' : 'it answers')
}

const backupFinding = ({ walletId, url, isBackedUp }: CheckedMember): Finding =>
  isBackedUp
    ? ok(`backup of ${walletId}`, 'confirmed')
    : warning(`backup of ${walletId}`, 'none was confirmed', `Call quorate dkg backup <file> --url ${url}`)

export async function status(given: Given<Commands['status']>): Promise<void> {
  print(await publicClient(given).node.get('/smart-node/dkg'), given.json)
}

function print(told: SharedKey, json: boolean): void {
  const { ceremony, members, threshold, canFail, backedUpAt, moves } = told
  const isMember = told.hasShare
  printOne(told, {
    json,
    fields: [
      ['state', told.state],
      ['key', told.publicKey],
      ['id', told.dkgId],
      ['epoch', told.epoch],
      ['sign together', threshold === null ? null : `${threshold} of ${members.length}`],
      ['more may fail', canFail],
      ...members.map((one) => ['member', `${one.walletId}  ${one.live ? 'live' : `not live, ${heard(one)}`}`] as const),
      ['share', told.dkgId === null ? null : isMember ? 'this node has one' : 'this node has none'],
      ['backup', isMember ? (backedUpAt ?? 'none: quorate dkg backup') : null],
      ['replaces', told.former.map(({ publicKey }) => publicKey).join(', ')],
      ['moved', moves.moved + moves.left === 0 ? null : `${moves.moved} of ${moves.moved + moves.left}`],
      ...moves.entities.map((one) => ['moves', moveText(one)] as const),
      ['last ceremony', ceremony && `${ceremony.kind} ${ceremony.phase} ${ceremony.failure ?? ''}`.trimEnd()],
      ['waits for', ceremony?.missing.join(', ')],
      [
        'left out',
        ceremony?.out.map(({ walletId, fault, reason = '' }) => `${walletId} ${fault} ${reason}`.trimEnd()).join(', '),
      ],
    ],
  })
}

const moveText = ({ kind, entity, state, reason }: SharedKey['moves']['entities'][number]): string =>
  `${kind} ${entity}  ${state}${reason === null ? '' : `  ${reason}`}`

const heard = ({ answeredAt }: SharedKey['members'][number]): string =>
  answeredAt === null ? 'not heard yet' : `heard at ${answeredAt}`

export const start = (given: Given<Commands['start']>): Promise<void> =>
  begin(given, given.split ? 'split' : 'generate')
export const reshare = (given: Given<Commands['reshare']>): Promise<void> => begin(given, 'reshare')
export const refresh = (given: Given<Commands['refresh']>): Promise<void> => begin(given, 'refresh')
export const repair = (given: Given<Commands['repair']>): Promise<void> => begin(given, 'repair')
export const rotate = (given: Given<Commands['rotate']>): Promise<void> => begin(given, 'rotate')

export async function move(given: Given<Commands['move']>): Promise<void> {
  await withSession(given, async ({ client }) => {
    print(await client.node.post('/smart-node/dkg/move'), given.json)
    if (!given.json) note('The node continues by itself. To follow it: quorate dkg status')
  })
}

export async function retire(given: Given<Commands['retire']>): Promise<void> {
  await withSession(given, async ({ client }) => {
    const query = given.without.length > 0 ? { without: given.without.join(',') } : {}
    print(await client.node.post('/smart-node/dkg/retire', { query }), given.json)
  })
}

async function begin(given: Given<Commands['refresh']>, kind: Kind): Promise<void> {
  await withSession(given, async ({ client }) => {
    const told = await client.node.post('/smart-node/dkg', { body: { kind } })
    print(told, given.json)
    if (!given.json) note('The ceremony continues by itself. To follow it: quorate dkg status')
  })
}

export async function verify(given: Given<Commands['verify']>): Promise<void> {
  await withSession(given, async ({ client }) => {
    const signed = await client.node.post('/smart-node/dkg/verify')
    printOne(signed, {
      json: given.json,
      fields: [
        ['key', signed.publicKey],
        ['message', signed.message],
        ['signature', signed.signature],
        ['wrong answers', signed.cheaters.join(', ')],
      ],
    })
  })
}

export async function backup(given: Given<Commands['backup']>): Promise<void> {
  await withSession(given, async ({ client }) => {
    const made = await client.node.get('/smart-node/dkg/backup')
    try {
      writeFileSync(given.file, `${JSON.stringify(made, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true })
    } catch (error) {
      throw new Failure('usage', `${given.file} cannot be written: ${(error as Error).message}`)
    }
    const told = await client.node.put('/smart-node/dkg/backup', { body: read(given.file) })
    printOne(told, {
      json: given.json,
      fields: [
        ['key', told.publicKey],
        ['epoch', told.epoch],
        ['file', resolve(given.file)],
      ],
    })
    if (!given.json)
      note(
        'Only SHARE_KEY opens it (without that setting: the file share-key in DATA_DIR). Keep a copy of SHARE_KEY, too, in another place.',
      )
  })
}

export async function restore(given: Given<Commands['restore']>): Promise<void> {
  await withSession(given, async ({ client }) => {
    print(await client.node.post('/smart-node/dkg/restore', { body: read(given.file) }), given.json)
  })
}

/** Reads a backup of a share. The node checks its content. */
function read(file: string): NodeTypes['ShareBackup'] {
  try {
    return parseJson(readFileSync(file, 'utf8')) as NodeTypes['ShareBackup']
  } catch (error) {
    throw new Failure('usage', `${file} cannot be read: ${(error as Error).message}`)
  }
}
