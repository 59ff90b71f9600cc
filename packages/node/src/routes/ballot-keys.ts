/** Keys for the ballots of secret votes. */
import { AccountId, type Http } from '@quorate/platform'
import { Type } from 'typebox'
import type { BallotKeys } from '../ballot-keys/ballot-keys.ts'
import type { Parts } from '../ballot-keys/parts.ts'
import { BallotKeyAnswer, BallotKeyQuestion, MAX_QUESTION_BYTES } from '../ballot-keys/questions.ts'
import { ClosedAt, Purpose } from '../model/shared-key/ballot-key-purpose.ts'
import { PublicKey, Signature } from '../model/shared-key/member-questions.ts'

const tags = ['ballot-keys']

interface Deps {
  ballotKeys: BallotKeys
  ballotParts: Parts
}

export function ballotKeyRoutes(http: Http, deps: Deps): void {
  routesForVoters(http, deps)
  routesForGovernance(http, deps)
  routesForMembers(http, deps)
}

function routesForVoters(http: Http, { ballotKeys }: Deps): void {
  http.get(
    '/ballot-keys',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: "Get the network's keys",
        description:
          'The network signs with these keys which key seals the ballots of a secret vote. Voters compare them with the network key in the record of the proposal.',
        response: {
          200: Type.Object({
            networkKeys: Type.Array(Type.String({ description: 'Ed25519, hex; the one for new votes first' })),
          }),
        },
      },
    },
    async () => ({ networkKeys: ballotKeys.networkKeys() }),
  )
}

function routesForGovernance(http: Http, { ballotKeys }: Deps): void {
  http.post(
    '/ballot-keys',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Make a key for the ballots of a secret vote',
        description:
          "For governance services whose account is the node's operator or one of TRUSTED_PUBLISHERS. Nobody has the private key before the end of the vote: the members of the shared key have parts of it. A node that shares no key has all of it.",
        body: Type.Object(
          {
            purpose: Purpose,
            publisher: Type.Unsafe<string>({ ...AccountId, description: 'the account of the governance service' }),
            timestamp: Type.String({ format: 'date-time', maxLength: 40, description: 'when it was signed, ISO 8601' }),
            signature: Signature,
          },
          { additionalProperties: false },
        ),
        errors: {
          403: ['NOT_A_PUBLISHER'],
          409: ['DKG_NO_SHARE'],
          503: ['MIRROR_UNAVAILABLE', 'SIGNERS_MISSING'],
        },
        response: {
          201: Type.Object({
            topicId: Type.String(),
            publicKey: Type.String({ description: 'X25519, hex: ballots are sealed with it' }),
            networkKey: Type.String({ description: 'Ed25519, hex' }),
            signature: Type.String({ description: "the network key's signature of what the key is for, hex" }),
          }),
        },
      },
    },
    async ({ body }, reply) => {
      reply.code(201)
      return ballotKeys.make(body)
    },
  )
  http.post(
    '/ballot-keys/open',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Get the private key of the ballots after the end',
        description:
          "Each node checks on its own mirror that the topic has the vote's closing record, with a time at or after the end of the vote.",
        body: Type.Object(
          {
            publicKey: PublicKey,
            closedAt: ClosedAt,
          },
          { additionalProperties: false },
        ),
        errors: {
          404: ['BALLOT_KEY_NOT_FOUND'],
          409: ['BALLOTS_NOT_CLOSED'],
          503: ['MIRROR_UNAVAILABLE', 'SIGNERS_MISSING'],
        },
        response: {
          200: Type.Object({
            ballotSecret: Type.String({ description: 'X25519, hex' }),
            cheaters: Type.Array(Type.String(), { description: 'members that have given wrong parts' }),
          }),
        },
      },
    },
    async ({ body }) => ballotKeys.open(body.publicKey, body.closedAt),
  )
}

function routesForMembers(http: Http, { ballotParts }: Deps): void {
  http.post(
    '/smart-node/dkg/ballot-keys',
    {
      bodyLimit: MAX_QUESTION_BYTES,
      config: { access: 'public' },
      schema: {
        tags: ['node'],
        summary: 'Take part in a key for ballots',
        description: 'For nodes of the network: the question must be signed by a member.',
        body: BallotKeyQuestion,
        errors: {
          403: ['NOT_A_MEMBER'],
          404: ['BALLOT_KEY_NOT_FOUND'],
          409: ['BALLOTS_NOT_CLOSED', 'DKG_NO_SHARE'],
          503: ['MIRROR_UNAVAILABLE'],
        },
        response: { 200: BallotKeyAnswer },
      },
    },
    async ({ body }) => ballotParts.answer(body),
  )
}
