/** How accounts, topics and tokens were created, according to the mirror. */
import { AccountId, ApiError } from '@quorate/platform'
import type { Key } from '@quorate/verify'
import { entityPath, keyOf, MirrorTimestamp as Timestamp } from '@quorate/verify/recount'
import { type Static, Type } from 'typebox'
import { isSuccess } from '../transactions/receipts.ts'
import { hasEvmAlias } from './evm-alias.ts'
import type { MirrorHttp } from './http.ts'

type Kind = 'account' | 'topic' | 'token'

/** A transaction that created an entity and was submitted directly, not by a schedule or a contract. */
export interface CreatingTransaction {
  /** `0.0.n@s.n` */
  transactionId: string
  payer: string
  entityId: string
  kind: Kind
  /** The memo of the transaction, not of the entity. */
  memo: string
}

export interface Creation extends CreatingTransaction {
  /** `seconds.nanos` */
  createdTimestamp: string
  /**
   * The keys right after the creation, by the mirror's names. Topics have no history, so these are a topic's current
   * keys.
   */
  keys: Record<string, Key | null>
  /** Whether the account's holdings can be moved without its key: by an EVM address, a hook or a delegation. */
  hasOtherWays: boolean
}

export interface CreationReads {
  /** Null if there is no such entity, or if it was created by another kind of transaction. */
  creation(kind: Kind, id: string): Promise<Creation | null>
  /** The newest creations of this kind that the account paid for, up to 100, in ascending order of time. */
  creationsBy(payer: string, kind: Kind): Promise<CreatingTransaction[]>
}

const TYPES = { account: 'CRYPTOCREATEACCOUNT', topic: 'CONSENSUSCREATETOPIC', token: 'TOKENCREATION' } as const
const PATHS = { account: 'accounts', topic: 'topics', token: 'tokens' } as const
/** The keys of each kind of entity, as the mirror names them. */
const KEYS = {
  account: ['key'],
  topic: ['admin_key', 'submit_key', 'fee_schedule_key'],
  token: [
    'admin_key',
    'fee_schedule_key',
    'freeze_key',
    'kyc_key',
    'metadata_key',
    'pause_key',
    'supply_key',
    'wipe_key',
  ],
} as const

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const MirrorKey = OrNull(Type.Object({ _type: Type.String(), key: Type.String() }))
const EntityAnswer = Type.Object({
  created_timestamp: OrNull(Timestamp),
  ...Object.fromEntries(Object.values(KEYS).flatMap((names) => names.map((name) => [name, MirrorKey]))),
  alias: OrNull(Type.String()),
  evm_address: OrNull(Type.String()),
  delegation_address: OrNull(Type.String()),
})
interface Entity {
  created_timestamp?: string | null
  alias?: string | null
  evm_address?: string | null
  delegation_address?: string | null
  [key: string]: unknown
}
const Row = Type.Object({
  transaction_id: Type.String(),
  consensus_timestamp: Timestamp,
  name: Type.String(),
  result: Type.String(),
  nonce: OrNull(Type.Integer()),
  scheduled: OrNull(Type.Boolean()),
  entity_id: OrNull(AccountId),
  memo_base64: OrNull(Type.String()),
})
const Rows = Type.Object({ transactions: Type.Array(Row) })

export const creationReads = (http: MirrorHttp): CreationReads => ({
  creation: (kind, id) => creation(http, kind, id),
  async creationsBy(payer, kind) {
    const query = `account.id=${payer}&transactiontype=${TYPES[kind]}&result=success&order=desc&limit=100`
    const found = await http.get(entityPath([payer], `/api/v1/transactions?${query}`), Rows)
    const all = (found?.transactions ?? []).map((row) => creating(kind, row))
    return all.filter((one) => one?.payer === payer).toReversed() as CreatingTransaction[]
  },
})

async function creation(http: MirrorHttp, kind: Kind, id: string): Promise<Creation | null> {
  const path = `/api/v1/${PATHS[kind]}/${id}${kind === 'account' ? '?transactions=false' : ''}`
  const createdTimestamp = (await http.get(entityPath([id], path), EntityAnswer))?.created_timestamp
  if (!createdTimestamp) return null
  const at = `timestamp=lte:${createdTimestamp}`
  const then = kind === 'topic' ? path : `${path}${kind === 'account' ? '&' : '?'}${at}`
  const [entity, rows, hooks] = await Promise.all([
    http.get(then, EntityAnswer) as Promise<Entity | null>,
    http.get(`/api/v1/transactions?timestamp=${createdTimestamp}&limit=1`, Rows),
    kind === 'account' ? hooksOf(http, id) : Promise.resolve<unknown[]>([]),
  ])
  const [row] = rows?.transactions ?? []
  const made = row && creating(kind, row)
  if (!entity || made?.entityId !== id || entity.created_timestamp !== createdTimestamp) return null
  const keys = KEYS[kind].map((name) => [name, keyOf(id, entity[name] as Static<typeof MirrorKey>)])
  return {
    ...made,
    createdTimestamp,
    keys: Object.fromEntries(keys),
    hasOtherWays: kind === 'account' && (hooks.includes(createdTimestamp) || hasOtherWays(id, entity)),
  }
}

function creating(kind: Kind, row: Static<typeof Row>): CreatingTransaction | undefined {
  const [, payer = '', seconds, nanos] = /^([\d.]+)-(\d+)-(\d+)$/.exec(row.transaction_id) ?? []
  const isItself = isSuccess(row.result) && !row.scheduled && !row.nonce && row.name === TYPES[kind]
  if (!isItself || !payer || !row.entity_id) return undefined
  const memo = Buffer.from(row.memo_base64 ?? '', 'base64').toString()
  return { transactionId: `${payer}@${seconds}.${nanos}`, payer, entityId: row.entity_id, kind, memo }
}

/** An account created without an alias has only the address that follows from its number. */
const hasOtherWays = (id: string, { alias, evm_address, delegation_address }: Entity): boolean =>
  !!alias ||
  hasEvmAlias({ id, evmAddress: evm_address ?? null }) ||
  ![undefined, null, '', '0x'].includes(delegation_address)

/** When an account's hooks (HIP-1195) were created. Mirrors that do not know hooks answer 404 or 400. */
async function hooksOf(http: MirrorHttp, id: string): Promise<unknown[]> {
  try {
    const { hooks } = await http.ask(`/accounts/${id}/hooks?order=asc&limit=100`)
    return ((hooks ?? []) as { created_timestamp?: string }[]).map((hook) => hook.created_timestamp)
  } catch (error) {
    if (error instanceof ApiError && (error.statusCode === 404 || error.statusCode === 400)) return []
    throw error
  }
}
