/** Summarises the bytes of a transaction in a few lines. The dialog also lists every field. */
import { type Field, type Key, keyFromProto, quoted, summaryOf, VerifyError } from '@quorate/verify'
import { isoOf } from '../parts/moments.ts'
import type { Texts } from '../texts/en.ts'
import { seen } from '../texts/strangers.ts'
import type { Check, KeptEnd } from './check.ts'
import { operationLines } from './operation-lines.ts'
import type { Statement } from './statement.ts'

type Words = Texts['words']
type Seen = Pick<
  Check,
  | 'decoded'
  | 'kept'
  | 'end'
  | 'executeAt'
  | 'deleter'
  | 'permitted'
  | 'gone'
  | 'change'
  | 'replaced'
  | 'stated'
  | 'walletKey'
  | 'contained'
> &
  Partial<Pick<Check, 'verdict'>>

/** The lines of a transaction body: first its effects (`does`), then its fee and time (`about`). */
export function statementsOf(
  {
    decoded: { fields, bytes },
    kept,
    end,
    executeAt,
    deleter,
    permitted,
    gone,
    change,
    replaced,
    stated,
    walletKey,
    contained,
    verdict,
  }: Seen,
  words: Words,
): { does: Statement[]; about: Statement[] } {
  const text = (...path: string[]) => summaryAt(fields, path)
  const number = (...path: string[]) => numberAt(fields, path)
  const about: Statement[] = []
  const payer = text('transactionID', 'accountID')
  about.push({ label: words.fee, amount: number('transactionFee') ?? 0n })
  if (payer) about.push({ label: words.feePayer, id: payer })
  const start = text('transactionID', 'transactionValidStart')
  if (start) about.push({ label: words.validFrom, time: isoOf(start) })
  const duration = text('transactionValidDuration')
  if (duration) about.push({ label: words.validFor, text: words.seconds(duration) })
  const node = text('nodeAccountID')
  if (node) about.push({ label: words.node, id: node })

  const schedule = at(fields, ['scheduleCreate'])?.fields
  const scheduled = schedule && at(schedule, ['scheduledTransactionBody'])?.fields
  const asked = operationLines({ stated, walletKey, verdict }, words)
  const beside = [
    ...[fields, scheduled, kept?.fields].flatMap((one) => purposeIn(one ?? [], words)),
    ...feesIn(permitted, words),
    ...beforeIn(change, words),
    ...goneIn(gone, words),
    ...replacedIn(replaced, words),
  ]
  if (!schedule || !scheduled)
    return {
      does: [
        ...(asked.length > 0 && !kept ? asked : doneBy(fields, bytes, words)),
        ...containedIn({ contained, stated, walletKey, verdict }, words),
        ...(kept ? (asked.length > 0 ? asked : doneBy(kept.fields, kept.bytes, words)) : []),
        ...beside,
        ...(executeAt === undefined ? [] : [{ label: words.executedAt, time: executeAt }]),
        ...endIn(end, words),
        ...deleterIn(deleter, words),
      ],
      about,
    }
  const isExecuted = at(schedule, ['wait_for_expiry'])?.value === true
  const made = { time: summaryAt(schedule, ['expiration_time']) ?? null, isExecuted }
  return {
    does: [
      { label: isExecuted ? words.scheduleToEnd : words.schedule },
      ...(asked.length > 0 ? asked : doneBy(scheduled, bytes, words)),
      ...beside,
      ...endIn(made, words),
      ...deleterIn(deleter, words),
    ],
    about,
  }
}

/** The time until which the ledger accepts the bytes, in milliseconds; infinite if they do not say. */
export function validUntil({ fields }: Pick<Check['decoded'], 'fields'>): number {
  const start = Number(summaryAt(fields, ['transactionID', 'transactionValidStart']))
  const seconds = Number(summaryAt(fields, ['transactionValidDuration']))
  return Number.isFinite(start + seconds) ? (start + seconds) * 1000 : Number.POSITIVE_INFINITY
}

/** The maximum fee in tinybars, and who pays it. */
export const feeOf = ({ fields }: Check['decoded']): { fee: bigint; payer: string | undefined } => ({
  fee: numberAt(fields, ['transactionFee']) ?? 0n,
  payer: summaryAt(fields, ['transactionID', 'accountID']),
})

/**
 * The maximum fee of the request's effect, and its payer. The wallet pays for a scheduled transaction: the review
 * refuses a schedule with another payer. Signers of a schedule pay only for their signatures.
 */
export function effectFeeOf({ decoded, kept }: Pick<Check, 'decoded' | 'kept'>, walletId: string) {
  const scheduled = kept?.fields ?? at(decoded.fields, ['scheduleCreate', 'scheduledTransactionBody'])?.fields
  return scheduled ? { fee: numberAt(scheduled, ['transactionFee']) ?? 0n, payer: walletId } : feeOf(decoded)
}

/** Says whether the ledger, or only the service, prevents that this request and the replaced one are both executed. */
const replacedIn = (replaced: Seen['replaced'], words: Words): Statement[] =>
  replaced ? [{ label: words.replaces, text: words.heldApart(replaced.sharesId) }] : []

/** What somebody else's schedule contains that the wallet signs or deletes. */
function containedIn(
  {
    contained,
    stated,
    walletKey,
    verdict,
  }: { [field in 'contained' | 'stated' | 'walletKey' | 'verdict']?: Seen[field] | undefined },
  words: Words,
): Statement[] {
  if (!contained || !stated) return []
  const { operation, payload, payerId, decoded } = contained
  const asked = operationLines({ stated: { ...stated, operation, payload }, walletKey, verdict }, words)
  return [
    { label: words.scheduleContains },
    ...(asked.length > 0 ? asked : doneBy(decoded.fields, decoded.bytes, words)),
    ...purposeIn(decoded.fields, words),
    ...(payerId === stated.walletId ? [] : [{ label: words.feePayer, id: payerId }]),
  ]
}

/** When the schedule expires, or is executed. */
const endIn = (end: KeptEnd | undefined, words: Words): Statement[] =>
  end && end.time !== null ? [{ label: end.isExecuted ? words.executedAt : words.expires, time: isoOf(end.time) }] : []

const deleterIn = (deleter: string | undefined, words: Words): Statement[] =>
  deleter === undefined ? [] : [{ label: words.deleter, id: deleter }]

/** The fees that the request permits. They are not in the bytes: only the service enforces them. */
const feesIn = (permitted: Seen['permitted'], words: Words): Statement[] =>
  (permitted ?? []).flatMap(({ id, fees }): Statement[] =>
    fees.length === 0
      ? [{ label: words.customFees, id, text: words.noFeesNow }]
      : fees.map(({ token_id: token, amount }) => ({ label: words.customFees, id, amount: BigInt(amount), token })),
  )

function doneBy(fields: readonly Field[], bytes: Uint8Array, words: Words): Statement[] {
  const part = (name: string) => at(fields, [name])?.fields
  const transfer = part('cryptoTransfer')
  if (transfer) return transfersIn(transfer, words)
  const creation = part('cryptoCreateAccount')
  if (creation) {
    const balance = numberAt(creation, ['initialBalance']) ?? 0n
    return [
      { label: words.create },
      ...keyIn(creation, bytes, words),
      ...memoIn(creation, words),
      ...(balance > 0n ? [{ label: words.deposit, amount: balance }] : []),
      ...associationsIn(creation, words),
      ...(at(creation, ['receiverSigRequired'])?.value === true ? [{ label: words.receiverSignature }] : []),
    ]
  }
  const topic = part('consensusCreateTopic')
  if (topic)
    return [
      { label: words.createTopic },
      ...keyIn(topic, bytes, words, 'adminKey', words.changedBy),
      ...keyIn(topic, bytes, words, 'submitKey', words.writtenBy),
      ...memoIn(topic, words),
    ]
  const update = part('cryptoUpdateAccount')
  if (update) {
    const node = numberAt(update, ['staked_node_id'])
    const stake = node === undefined ? [] : [{ label: node < 0n ? words.unstake : words.stakeTo(String(node)) }]
    const key = keyIn(update, bytes, words)
    return [
      idLine(words.account, summaryAt(update, ['accountIDToUpdate'])),
      ...(key.length ? [{ label: words.update }] : []),
      ...key,
      ...newMemoIn(update, words),
      ...stake,
    ]
  }
  for (const [name, label] of [
    ['tokenAssociate', words.associate],
    ['tokenDissociate', words.dissociate],
  ] as const) {
    const relation = part(name)
    if (relation)
      return [
        { label },
        idLine(words.account, summaryAt(relation, ['account'])),
        ...relation.filter((one) => one.name === 'tokens').map((one) => idLine(words.token, summaryOf(one))),
      ]
  }
  const claim = part('tokenClaimAirdrop')
  if (claim)
    return claim.flatMap(({ fields: airdrop = [] }) => {
      const serial = numberAt(airdrop, ['non_fungible_token', 'serial_number'])
      const token =
        summaryAt(airdrop, ['fungible_token_type']) ?? summaryAt(airdrop, ['non_fungible_token', 'token_ID'])
      return [
        idLine(words.claim, token),
        ...(serial === undefined ? [] : [{ label: words.serial, text: String(serial) }]),
        idLine(words.from, summaryAt(airdrop, ['sender_id'])),
        idLine(words.to, summaryAt(airdrop, ['receiver_id'])),
      ]
    })
  for (const [name, label] of [
    ['scheduleSign', words.scheduleSign],
    ['scheduleDelete', words.scheduleDelete],
  ] as const) {
    const call = part(name)
    if (call) return [idLine(label, summaryAt(call, ['scheduleID']))]
  }
  return []
}

function transfersIn(fields: readonly Field[], words: Words): Statement[] {
  const line = (change: Field, token?: string): Statement => {
    const inside = change.fields ?? []
    const amount = numberAt(inside, ['amount']) ?? 0n
    return {
      label: amount < 0n ? words.pays : words.receives,
      id: summaryAt(inside, ['accountID']) ?? '?',
      amount: amount < 0n ? -amount : amount,
      ...(token === undefined ? {} : { token }),
    }
  }
  const hbars = (at(fields, ['transfers'])?.fields ?? []).map((one) => line(one))
  const tokens = fields
    .filter(({ name }) => name === 'tokenTransfers')
    .flatMap(({ fields: list = [] }) => {
      const token = summaryAt(list, ['token']) ?? '?'
      const moved = list.filter(({ name }) => name === 'transfers').map((one) => line(one, token))
      const nfts = list
        .filter(({ name }) => name === 'nftTransfers')
        .flatMap(({ fields: nft = [] }) => [
          idLine(words.token, token),
          { label: words.serial, text: String(numberAt(nft, ['serialNumber']) ?? 0n) },
          idLine(words.from, summaryAt(nft, ['senderAccountID'])),
          idLine(words.to, summaryAt(nft, ['receiverAccountID'])),
        ])
      return [...moved, ...nfts]
    })
  return [...hbars, ...tokens].sort((a, b) => Number(a.label === words.receives) - Number(b.label === words.receives))
}

/** Shows the old key, because the bytes contain only the new one. */
function beforeIn(change: Check['change'], words: Words): Statement[] {
  if (!change?.before) return []
  const { threshold, parts } = change.before
  const key: Key = { type: 'threshold', threshold, keys: parts.map((part) => part.key) }
  return [{ label: words.keyBefore, text: words.keyOf(threshold, parts.length), key }]
}

/** Shows the removed key, because the bytes contain only the remaining ones. */
const goneIn = (gone: Check['gone'], words: Words): Statement[] =>
  gone
    ? [{ label: words.gone, id: gone.account, key: gone.key, ...(gone.isPresent ? {} : { text: words.goneOfOther }) }]
    : []

/** The purpose of a transaction. */
const purposeIn = (fields: readonly Field[], words: Words): Statement[] =>
  memoIn(fields, words).map((line) => ({ ...line, label: words.purpose }))

function memoIn(fields: readonly Field[], words: Words): Statement[] {
  const memo = at(fields, ['memo'])?.value
  return typeof memo === 'string' && memo !== '' ? [{ label: words.memo, text: seen(memo) }] : []
}

/** The new memo of an updated account. A wallet's memo names the owner that acts for a DAO. */
function newMemoIn(update: readonly Field[], words: Words): Statement[] {
  const memo = summaryAt(update, ['memo'])
  if (memo === undefined) return []
  return memo === quoted('') ? [{ label: words.memoEmptied }] : [{ label: words.memo, text: memo }]
}

function associationsIn(creation: readonly Field[], words: Words): Statement[] {
  const count = numberAt(creation, ['max_automatic_token_associations']) ?? 0n
  if (count === 0n) return []
  return [{ label: count < 0n ? words.anyTokens : words.someTokens(String(count)) }]
}

function keyIn(
  fields: readonly Field[],
  bytes: Uint8Array,
  words: Words,
  name = 'key',
  label = words.key,
): Statement[] {
  const field = at(fields, [name])
  if (!field) return []
  const key = keyOrNone(bytes.subarray(field.contentStart, field.end))
  if (!key || key.type === 'contract') return [{ label, text: words.keyOfUnknown }]
  const count = key.type === 'list' || key.type === 'threshold' ? key.keys.length : 1
  const threshold = key.type === 'threshold' ? key.threshold : count
  return [{ label, text: words.keyOf(threshold, count), key }]
}

function keyOrNone(bytes: Uint8Array): Key | undefined {
  try {
    return keyFromProto(bytes)
  } catch (error) {
    if (error instanceof VerifyError) return undefined
    throw error
  }
}

const idLine = (label: string, id: string | undefined): Statement => ({ label, id: id ?? '?' })

function at(fields: readonly Field[], [first, ...others]: string[]): Field | undefined {
  const field = fields.findLast(({ name }) => name === first)
  return others.length === 0 || !field ? field : at(field.fields ?? [], others)
}

function summaryAt(fields: readonly Field[], path: string[]): string | undefined {
  const field = at(fields, path)
  return field && summaryOf(field)
}

function numberAt(fields: readonly Field[], path: string[]): bigint | undefined {
  const field = at(fields, path)
  if (typeof field?.value === 'bigint') return field.value
  const text = field && summaryOf(field)
  return text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : undefined
}
