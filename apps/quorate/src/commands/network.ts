import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { type Client, createClient } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import {
  decodeMembers,
  encodeMembers,
  keyFromText,
  MAX_MESSAGE_BYTES,
  type NetworkMember,
  NetworkMembers,
} from '@quorate/ledger'
import { AccountId, parseJson } from '@quorate/platform'
import {
  canonicalBytes,
  canonicalJson,
  inDomain,
  isLeaf,
  type Leaf,
  leaves,
  newTopicSays,
  publicKeyText,
  verify,
} from '@quorate/verify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type LoggedIn, publicClient, withSession } from '../connection/connect.ts'
import { readKey } from '../connection/keys.ts'
import { ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { checkCreated } from '../signing/created.ts'
import { signWrite } from '../signing/write.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'
import { needAnswers } from '../terminal/questions.ts'

type Commands = CommandTable['network']['commands']

/** A list of nodes: for a topic, the record to publish there; for a file, the members with a signature over them. */
interface List {
  quorate?: 1
  type?: 'members'
  chain?: string
  topicId?: string
  issuedAt?: string
  members: NetworkMember[]
  /** Absent until the list is signed; a change of the list removes it. */
  signature?: string
}

const MAX_BYTES = 4_194_304
const checkMembers = Compile(NetworkMembers)
const exact = { additionalProperties: false }
const Signature = Type.Optional(Type.String({ pattern: '^[0-9a-f]{128}$' }))
const checkList = Compile(
  Type.Union([
    Type.Object({ members: NetworkMembers, signature: Signature }, exact),
    Type.Object(
      {
        quorate: Type.Literal(1),
        type: Type.Literal('members'),
        chain: Type.String(),
        topicId: AccountId,
        issuedAt: Type.Optional(Type.String({ format: 'date-time' })),
        members: NetworkMembers,
        signature: Signature,
      },
      exact,
    ),
  ]),
)

/** @throws Failure if the file is not a list */
function readList(file: string): List {
  const refuse = (why: string) => new Failure('usage', `${file} is not a list of nodes: ${why}`)
  let value: unknown
  try {
    const { size } = statSync(file)
    if (size > MAX_BYTES) throw refuse(`it has ${size} bytes`)
    value = parseJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw error instanceof Failure ? error : refuse((error as Error).message)
  }
  if (checkList.Check(value)) return value
  throw refuse('it must have exactly the fields that quorate network init and quorate network sign write')
}

function writeList(file: string, list: List, flag?: 'wx'): void {
  const text = `${JSON.stringify(list, null, 2)}\n`
  try {
    if (flag) {
      writeFileSync(file, text, { flag })
      return
    }
    const draft = `${file}.${randomBytes(4).toString('hex')}`
    writeFileSync(draft, text)
    renameSync(draft, file)
  } catch (error) {
    throw new Failure('usage', `${file} cannot be written: ${(error as Error).message}`)
  }
}

function print(file: string, list: List, json: boolean): void {
  const { topicId, chain, issuedAt, members, signature } = list
  printOne(list, {
    json,
    fields: [
      ['file', file],
      ['chain', chain],
      ['topic', topicId],
      ['issued', issuedAt],
      ...members.map(({ walletId, url, name }) => ['node', `${walletId}  ${url}  ${name ?? ''}`] as const),
      ['signed', signature === undefined ? 'no' : 'yes'],
    ],
  })
}

export async function init(given: Given<Commands['init']>): Promise<void> {
  const { file, topic, newTopic, json } = given
  if (topic !== undefined && newTopic) throw new Failure('usage', 'Pass either --topic or --new-topic')
  if (statSync(file, { throwIfNoEntry: false })) throw new Failure('usage', `${file} already exists`)
  if (newTopic) needAnswers('Pay for the topic?', given)
  if (topic === undefined && !newTopic) {
    writeList(file, { members: [] }, 'wx')
    return print(file, { members: [] }, json)
  }
  await withSession(given, async (connection) => {
    const { chain } = connection
    const topicId = topic ?? (await makeTopic(connection, given))
    const list: List = { quorate: 1, type: 'members', chain, topicId, members: [] }
    writeList(file, list, 'wx')
    print(file, list, json)
  })
}

const TOPIC_MEMO = 'quorate members'

/** Creates a topic that only the caller's key can write to. */
async function makeTopic(connection: Parameters<typeof signWrite>[0], given: Given<Commands['init']>): Promise<string> {
  const { client, account, chain } = connection
  const key = await (await ledgerOf({ chain, mirrorUrl: given.mirrorUrl })).key(account)
  if (!key || !isLeaf(key)) throw new Failure('failed', `${account} has no single key, so the topic cannot use it`)
  const text = `${key.type}:${publicKeyText(key)}`
  const answer = await client.node.post('/hcs', {
    body: { memo: TOPIC_MEMO, key: publicKeyText(key), isOfflineTransaction: true },
  })
  const { topicId, transactionId } = await signWrite(connection, answer, {
    ...given,
    sentence: `Create a topic that only the key of ${account} can write on.`,
    says: [newTopicSays({ payerId: account, memo: TOPIC_MEMO, adminKey: text, submitKey: text })],
  })
  await checkCreated({ chain, mirrorUrl: given.mirrorUrl }, { what: 'topic', answered: topicId, transactionId })
  return topicId as string
}

const DEVNET = 'hedera:devnet'

export async function add(given: Given<Commands['add']>): Promise<void> {
  const { file, nodeUrl: url, name, description, mirrorUrl, json } = given
  const list = readList(file)
  const { node } = createClient({ node: url })
  const { accountId: walletId, publicKey } = await node.get('/smart-node/identifier')
  const chain = list.chain ?? given.chain ?? DEVNET
  // A node's statements about itself are trusted only if the ledger agrees.
  const [own, onLedger] = [leafOf(publicKey), await (await ledgerOf({ chain, mirrorUrl })).key(walletId)]
  if (!onLedger || !isLeaf(onLedger) || publicKeyText(onLedger) !== publicKeyText(own))
    throw new Failure(
      'failed',
      `${plain(url)} claims to have the key of ${plain(walletId)}, but the ledger shows a different key`,
      'NOT_THE_KEY',
    )
  await checkHasKey(node, { url, chain, walletId, key: own })
  const member = {
    walletId,
    url,
    publicKey,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  }
  if (!checkMembers.Check([member])) throw new Failure('failed', `${plain(url)} does not answer like a node`)
  change(file, list, [...list.members.filter((one) => one.walletId !== walletId), member], json)
}

/**
 * Checks that the node at this URL can sign with the key. Ids and keys are public, so a stranger's server could claim
 * those of another node, which would then be on the list with the wrong URL.
 */
async function checkHasKey(
  node: Client['node'],
  { url, chain, walletId, key }: { url: string; chain: string; walletId: string; key: Leaf },
): Promise<void> {
  const { payload, signedData } = await node.get('/auth/web3/request', { query: { chain } })
  const signature = Uint8Array.from(Object.values(signedData.signature as Record<string, number>))
  const isSigned = verify(key, inDomain('challenge', JSON.stringify(payload)), signature)
  const isHere = URL.canParse(payload.url) && new URL(payload.url).href === new URL(url).href
  if (isSigned && isHere && payload.node === walletId && payload.chain === chain) return
  throw new Failure(
    'failed',
    `${plain(url)} does not prove that it is the node of ${plain(walletId)} on ${chain}: it signs for ${plain(String(payload.url))}`,
    'NOT_THE_KEY',
  )
}

function leafOf(text: string): Leaf {
  try {
    return keyFromText(text)
  } catch {
    throw new Failure('failed', `${plain(text.slice(0, 100))} is not a public key`)
  }
}

export async function remove({ file, account, json }: Given<Commands['remove']>): Promise<void> {
  const list = readList(file)
  const members = list.members.filter(({ walletId }) => walletId !== account)
  if (members.length === list.members.length) throw new Failure('failed', `${account} is not on the list`)
  change(file, list, members, json)
}

/** A changed list loses its signature. */
function change(file: string, list: List, members: NetworkMember[], json: boolean): void {
  const { signature: _, issuedAt: __, ...rest } = list
  const changed = { ...rest, members }
  writeList(file, changed)
  print(file, changed, json)
  if (!json) note(`Sign it with: quorate network sign ${plain(file)}`)
}

export async function sign(given: Given<Commands['sign']>): Promise<void> {
  const { file, json } = given
  const { signature: _, ...list } = readList(file)
  const signer = keySigner({ accountId: '', ...readKey(given) })
  const signed = await signedList(list, (message) => signer.signBody(message) as Uint8Array)
  const publisher = signer.publicKey ?? ''
  const key = leafOf(publisher)
  if (!verify(key, signedBytes(signed), Buffer.from(signed.signature ?? '', 'hex')))
    throw new Failure('notSigned', 'The signature does not verify')
  writeList(file, signed)
  print(file, signed, json)
  if (!json) note(`NETWORK_PUBLISHER=${publisher}`)
}

/** The signed content: the record without its signature, or the members of a file. */
function signedBytes({ signature: _, ...list }: List): Uint8Array {
  return Buffer.from(canonicalJson(list.topicId === undefined ? list.members : list))
}

async function signedList(list: List, by: (message: Uint8Array) => Uint8Array): Promise<List> {
  const { chain, topicId, members } = list
  if (topicId === undefined || chain === undefined) {
    const signature = Buffer.from(by(signedBytes(list))).toString('hex')
    return { members, signature }
  }
  const record = { quorate: 1, type: 'members', chain, topicId, issuedAt: new Date().toISOString(), members } as const
  return parseJson(Buffer.from(encodeMembers(record, by)).toString()) as List
}

export async function publish(given: Given<Commands['publish']>): Promise<void> {
  const { file, json } = given
  const list = readList(file)
  const { topicId, signature } = list
  if (topicId === undefined)
    throw new Failure('usage', `${file} is for NETWORK_MEMBERS, and has no topic: quorate network init --topic`)
  if (signature === undefined) throw new Failure('usage', `${file} is not signed: quorate network sign ${file}`)
  needAnswers('Pay for the record?', given)
  const message = canonicalJson(list)
  const named = given.publisher === undefined ? undefined : leafOf(given.publisher)
  if (named) checkSigned(list, [named])
  await withSession(given, async (connection) => {
    if (!named) checkSigned(list, await ownKeys(connection, given))
    if (connection.chain !== list.chain)
      throw new Failure('usage', `The list is for ${list.chain}, and you are logged in on ${connection.chain}`)
    const answer = await connection.client.node.post('/hcs/{topic}/message', {
      path: { topic: topicId },
      body: { message, isOfflineTransaction: true },
    })
    const chunks = chunksOf(Buffer.from(message))
    const done = await signWrite(connection, answer, {
      ...given,
      sentence: `Write the list of ${list.members.length === 1 ? 'one node' : `${list.members.length} nodes`} on topic ${topicId}.`,
      says: chunks.map((chunk, index) => ({
        'consensusSubmitMessage.topicID': topicId,
        'consensusSubmitMessage.message': `0x${chunk.toString('hex')}`,
        ...(chunks.length === 1
          ? {
              'consensusSubmitMessage.chunkInfo.total': { perhaps: '1' },
              'consensusSubmitMessage.chunkInfo.number': { perhaps: '1' },
            }
          : {
              'consensusSubmitMessage.chunkInfo.total': String(chunks.length),
              'consensusSubmitMessage.chunkInfo.number': String(index + 1),
            }),
        'consensusSubmitMessage.chunkInfo.initialTransactionID.accountID': null,
        'consensusSubmitMessage.chunkInfo.initialTransactionID.transactionValidStart': null,
      })),
    })
    printOne(
      { ...done, topicId, issuedAt: list.issuedAt },
      {
        json,
        fields: [
          ['topic', topicId],
          ['issued', list.issuedAt],
          ['transaction', done.transactionId],
        ],
      },
    )
  })
}

/**
 * Checks that nodes would accept the list as a record from one of these publishers. Only such a record is written to
 * the topic, because any message that an account signs there may count as its statement.
 */
function checkSigned(list: List, publishers: readonly Leaf[]): void {
  if (publishers.some((publisher) => decodeMembers(canonicalBytes(list), publisher))) return
  throw new Failure(
    'usage',
    `The signature in the list is not by ${publishers.map(publicKeyText).join(' or ')}: name the signer's key with --publisher, or sign it again`,
    'INVALID_SIGNATURE',
  )
}

async function ownKeys({ chain, account }: LoggedIn, { mirrorUrl }: Given<Commands['publish']>): Promise<Leaf[]> {
  const key = await (await ledgerOf({ chain, mirrorUrl })).key(account)
  return key ? leaves(key) : []
}

const chunksOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / MAX_MESSAGE_BYTES) }, (_, index) =>
    bytes.subarray(index * MAX_MESSAGE_BYTES, (index + 1) * MAX_MESSAGE_BYTES),
  )

export async function show(given: Given<Commands['show']>): Promise<void> {
  await printList(await publicClient(given).node.get('/smart-node/network'), {
    json: given.json,
    empty: 'The node knows no other nodes',
    columns: [
      { title: 'account', of: ({ membership }) => membership.walletId },
      { title: 'name', of: ({ membership }) => membership.operator.name },
      { title: 'status', of: ({ membership }) => membership.status },
      { title: 'trust', of: ({ trustScore }) => trustScore.score },
      { title: 'heard at', of: ({ trustScore }) => trustScore.timestamp },
    ],
  })
}
