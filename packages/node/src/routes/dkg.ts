/** The shared key of the network of nodes, and the ceremonies that make it and change it. */

import { badRequest, forbidden, type Http, type Session } from '@quorate/platform'
import { isEntityId } from '@quorate/verify'
import { Type } from 'typebox'
import {
  CeremonyOut,
  CheckOut,
  type SeenMembers,
  ShareBackup,
  SharedKeyOut,
  sharedKeyOut,
  TestSignatureOut,
} from '../answers/shared-key.ts'
import type { Service } from '../service.ts'
import { sharedKeyMetrics } from '../shared-key/metrics.ts'
import type { SharedKey } from '../shared-key/shared-key.ts'
import { MAX_QUESTION_BYTES, SigningAnswer, SigningQuestion } from '../shared-key/signing/questions.ts'

/** Follows the shared key from the moment that `http` listens until it closes. */
interface Deps
  extends Pick<
      Service,
      'clock' | 'roles' | 'sharedKey' | 'signing' | 'proving' | 'replay' | 'ledger' | 'moves' | 'retire'
    >,
    SeenMembers {}

const Begin = Type.Object({ kind: Type.Index(CeremonyOut, ['kind']) }, { additionalProperties: false })

const Without = Type.Object(
  {
    without: Type.Optional(
      Type.String({
        maxLength: 1_000,
        title: 'accounts, separated by commas',
        examples: ['0.0.1026'],
        description:
          'accounts of listed nodes that are lost and need not answer. Topics, and accounts whose key has several parts, that only these nodes know can then never be moved',
      }),
    ),
  },
  { additionalProperties: false },
)

function accountsIn(without: string | undefined): string[] {
  const accounts = without?.split(',') ?? []
  const wrong = accounts.find((account) => !isEntityId(account))
  if (wrong !== undefined)
    throw badRequest(
      'VALIDATION_FAILED',
      `Send account ids, separated by commas, in without: "${wrong}" is not an account id`,
    )
  return accounts
}

export function dkgRoutes(http: Http, deps: Deps): void {
  const { clock, roles, sharedKey, signing, proving, replay, ledger, moves, retire, self, standing } = deps
  const assertOperator = (session: Session): void => {
    if (roles.ofSession(session) !== 'operator')
      throw forbidden('OPERATOR_ONLY', `${session.walletId} is not an operator of this node`)
  }
  const answer = async () => {
    const keys = { held: sharedKey.held(), former: sharedKey.former(), ...sharedKey.topic() }
    const seen = { ...keys, moves: await moves.progress(), now: clock.now() }
    return sharedKeyOut(seen, sharedKey.ceremony(), { self, standing })
  }
  sharedKeyMetrics(http, sharedKey.held, { self, standing })
  const readRecords = () => replay.readOn(ledger)
  http.addHook('onListen', async () => {
    sharedKey.follow({ proving, readRecords, changed: moves.look })
    await moves.look()
  })
  http.addHook('onClose', () => sharedKey.stop())
  http.get(
    '/smart-node/dkg',
    {
      config: { access: 'public' },
      schema: {
        tags: ['node'],
        summary: 'Get the shared key of the network of nodes',
        description: 'The key that no node holds, its members, and the ceremony on DKG_TOPIC that makes or changes it.',
        response: { 200: SharedKeyOut },
      },
    },
    async () => answer(),
  )
  http.get(
    '/smart-node/dkg/check',
    {
      config: { access: 'session' },
      schema: {
        tags: ['node'],
        summary: 'Check the nodes before a ceremony',
        description:
          'For operators of the node. Asks each node of the list for its version, its clock, its topic, and what it knows of the shared key.',
        errors: { 403: ['OPERATOR_ONLY'], 503: ['MIRROR_UNAVAILABLE'] },
        response: { 200: CheckOut },
      },
    },
    async ({ session }) => {
      assertOperator(session)
      const { members, ...checked } = await sharedKey.check()
      const isLive = (id: string): boolean => id === self || standing(id).live
      return { ...checked, members: members.map((member) => ({ ...member, live: isLive(member.walletId) })) }
    },
  )
  http.post(
    '/smart-node/dkg',
    {
      config: { access: 'session' },
      schema: {
        tags: ['node'],
        summary: 'Start a ceremony of the shared key',
        description:
          'For operators of the node. Writes the first record of the ceremony on DKG_TOPIC. The other nodes take part if they have the same list of nodes and the same NETWORK_THRESHOLD. `generate` makes a key, `reshare` gives the key to the nodes that are listed now, `refresh` gives its members new shares, `repair` gives this node its lost share back, `split` moves the network key of this node into shares, and `rotate` makes a new key, while the current one still signs for the entities under it.',
        body: Begin,
        errors: {
          403: ['OPERATOR_ONLY'],
          409: ['DKG_NOT_POSSIBLE', 'DKG_RUNNING', 'DKG_KEY_EXISTS'],
          429: ['SPENDING_BUDGET_USED'],
          503: ['LEDGER_UNAVAILABLE', 'MIRROR_UNAVAILABLE'],
        },
        response: { 202: SharedKeyOut },
      },
    },
    async ({ session, body }, reply) => {
      assertOperator(session)
      await sharedKey.begin(body.kind)
      reply.code(202)
      return answer()
    },
  )
  signingRoutes(http, assertOperator, { sharedKey, signing, proving })
  backupRoutes(http, assertOperator, sharedKey, answer)
  rotationRoutes(http, assertOperator, { moves, retire }, answer)
}

function rotationRoutes(
  http: Http,
  assertOperator: (session: Session) => void,
  { moves, retire }: Pick<Deps, 'moves' | 'retire'>,
  answer: () => Promise<SharedKeyOut>,
): void {
  http.post(
    '/smart-node/dkg/move',
    {
      config: { access: 'session' },
      schema: {
        tags: ['node'],
        summary: "Move entities to the network's current key",
        description:
          "For operators of the node. Begins to move all accounts, topics and tokens under the network's earlier keys; the node's operator pays. An entity under a validator with `partial` security moves when its owner signs, too: it calls the `network-key` path of the entity. `GET /smart-node/dkg` shows the progress.",
        errors: { 403: ['OPERATOR_ONLY'], 503: ['MIRROR_UNAVAILABLE'] },
        response: { 202: SharedKeyOut },
      },
    },
    async ({ session }, reply) => {
      assertOperator(session)
      // Otherwise the answer would not count the entities that a recent rotation concerns.
      await moves.find()
      const told = await answer()
      await moves.begin()
      reply.code(202)
      return told
    },
  )
  http.post(
    '/smart-node/dkg/retire',
    {
      config: { access: 'session' },
      schema: {
        tags: ['node'],
        summary: 'Erase the shares of keys that were replaced',
        description:
          'For operators of the node. Possible an hour after the rotation, if no entity that this node or another one of the list knows needs an earlier key. The node never signs with these keys again. All listed nodes must answer, except the lost ones that `without` names.',
        querystring: Without,
        errors: { 403: ['OPERATOR_ONLY'], 409: ['DKG_KEY_IN_USE'], 503: ['MIRROR_UNAVAILABLE'] },
        response: { 200: SharedKeyOut },
      },
    },
    async ({ session, query }) => {
      assertOperator(session)
      await retire(accountsIn(query.without))
      return answer()
    },
  )
}

function backupRoutes(
  http: Http,
  assertOperator: (session: Session) => void,
  sharedKey: SharedKey,
  answer: () => Promise<SharedKeyOut>,
): void {
  http.get(
    '/smart-node/dkg/backup',
    {
      config: { access: 'session' },
      schema: {
        tags: ['node'],
        summary: "Get a backup of this node's share",
        description:
          'For operators of the node. The share is sealed with SHARE_KEY: keep that elsewhere. A backup is of no use after the next reshare or refresh.',
        errors: { 403: ['OPERATOR_ONLY'], 409: ['DKG_NO_SHARE'] },
        response: { 200: ShareBackup },
      },
    },
    async ({ session }) => {
      assertOperator(session)
      return sharedKey.backup()
    },
  )
  http.put(
    '/smart-node/dkg/backup',
    {
      config: { access: 'session' },
      schema: {
        tags: ['node'],
        summary: "Confirm that a backup has this node's share",
        description:
          'For operators of the node. Read the backup from the place where you keep it, and send it unchanged.',
        body: ShareBackup,
        errors: { 403: ['OPERATOR_ONLY'], 409: ['DKG_NO_SHARE'], 422: ['SHARE_BACKUP_INVALID'] },
        response: { 200: SharedKeyOut },
      },
    },
    async ({ session, body }) => {
      assertOperator(session)
      await sharedKey.confirmBackup(body)
      return answer()
    },
  )
  http.post(
    '/smart-node/dkg/restore',
    {
      config: { access: 'session' },
      schema: {
        tags: ['node'],
        summary: "Bring this node's share back from a backup",
        description:
          'For operators of the node, after it has lost its database. Changes nothing if the node has its share.',
        body: ShareBackup,
        errors: { 403: ['OPERATOR_ONLY'], 409: ['DKG_NOT_POSSIBLE'], 422: ['SHARE_BACKUP_INVALID'] },
        response: { 200: SharedKeyOut },
      },
    },
    async ({ session, body }) => {
      assertOperator(session)
      await sharedKey.restore(body)
      return answer()
    },
  )
}

function signingRoutes(
  http: Http,
  assertOperator: (session: Session) => void,
  { sharedKey, signing, proving }: Pick<Deps, 'sharedKey' | 'signing' | 'proving'>,
): void {
  http.post(
    '/smart-node/dkg/verify',
    {
      config: { access: 'session' },
      schema: {
        tags: ['node'],
        summary: 'Have a test message signed with the shared key',
        description: 'For operators of the node. Shows that enough members can sign.',
        errors: { 403: ['OPERATOR_ONLY'], 409: ['DKG_NO_SHARE'], 503: ['SIGNERS_MISSING', 'MIRROR_UNAVAILABLE'] },
        response: { 200: TestSignatureOut },
      },
    },
    async ({ session }) => {
      assertOperator(session)
      const { publicKey, message, signature, cheaters } = await signing.test()
      const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
      return { publicKey, message: hex(message), signature: hex(signature), cheaters: [...cheaters] }
    },
  )
  http.post(
    '/smart-node/dkg/shares',
    {
      bodyLimit: MAX_QUESTION_BYTES,
      config: { access: 'public' },
      schema: {
        tags: ['node'],
        summary: 'Sign a share for another member of the network',
        description:
          'For nodes of the network: the question must be signed by a member. From the evidence in it, the node decides whether it would sign the write if it were alone. If it would not, its signed answer says why.',
        body: SigningQuestion,
        errors: { 403: ['NOT_A_MEMBER'], 409: ['DKG_NO_SHARE'] },
        response: { 200: SigningAnswer },
      },
    },
    async ({ body }) => {
      const isOfCandidate = body.dkgId === sharedKey.candidate()?.key.dkgId
      return (isOfCandidate ? proving : signing).answer(body)
    },
  )
}
