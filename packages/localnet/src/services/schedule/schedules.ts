import { hash } from 'node:crypto'
import { proto, Reader } from '@hiero-ledger/proto'
import { canonical } from '#protocol/canonical.ts'
import type { BodyCase } from '#protocol/envelope.ts'
import { scheduleNumber } from '#protocol/ids.ts'
import { isActive, type KeyRule, type Signer } from '#protocol/keys.ts'
import { check, StatusError } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import type { Schedule, Signatory } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { HandleContext, Reading } from '#transaction/definition.ts'
import { scheduledTransaction } from './scheduled-transaction.ts'

/** The schedule; an expired one no longer exists. */
export function existingSchedule(state: State, id: proto.IScheduleID | null | undefined, now: bigint): Schedule {
  const schedule = state.schedules.get(scheduleNumber(id))
  check(schedule !== undefined && schedule.expiry >= now / NANOS_PER_SECOND, 'INVALID_SCHEDULE_ID')
  return schedule
}

/** The schedule, which must be neither executed nor deleted. */
export function pendingSchedule(state: State, id: proto.IScheduleID | null | undefined, now: bigint): Schedule {
  const schedule = existingSchedule(state, id, now)
  check(schedule.executedAt === null, 'SCHEDULE_ALREADY_EXECUTED')
  check(schedule.deletedAt === null, 'SCHEDULE_ALREADY_DELETED')
  return schedule
}

/** A hash of the fields that are equal in identical schedules, whoever creates them. */
export function identityOf(schedule: Pick<Schedule, 'waitForExpiry' | 'givenExpiry' | 'memo' | 'adminKey' | 'body'>) {
  const { waitForExpiry, givenExpiry, memo, adminKey, body } = schedule
  const parts = [waitForExpiry, givenExpiry, memo, adminKey?.encoded.toString('hex'), body.toString('hex')]
  return hash('sha256', JSON.stringify(parts.map(String)), 'buffer')
}

/** The canonical encoding: bodies with the same meaning are equal, so their schedules are identical. */
export function encodeBody(body: proto.ISchedulableTransactionBody): Buffer {
  return Buffer.from(proto.SchedulableTransactionBody.encode(canonical(body)).finish())
}

export function decodeBody(body: Uint8Array): proto.SchedulableTransactionBody {
  return proto.SchedulableTransactionBody.decode(Reader.create(body))
}

/** scheduling.whitelist */
const WHITELIST: ReadonlySet<string> = new Set<BodyCase>([
  'consensusSubmitMessage',
  'contractCall',
  'contractCreateInstance',
  'contractDeleteInstance',
  'contractUpdateInstance',
  'cryptoApproveAllowance',
  'cryptoCreateAccount',
  'cryptoTransfer',
  'cryptoUpdateAccount',
  'fileUpdate',
  'freeze',
  'nodeCreate',
  'nodeDelete',
  'nodeUpdate',
  'registeredNodeCreate',
  'registeredNodeDelete',
  'registeredNodeUpdate',
  'systemDelete',
  'systemUndelete',
  'tokenBurn',
  'tokenCreation',
  'tokenMint',
  'tokenUpdate',
])

export function checkWhitelist(body: proto.SchedulableTransactionBody): void {
  check(WHITELIST.has(body.data ?? ''), 'SCHEDULED_TRANSACTION_NOT_IN_WHITELIST')
}

/** The rules that must be met before the transaction is executed: its payer's, and its own. */
export function requiredRules(schedule: Schedule, reading: Reading): KeyRule[] {
  const { state } = reading
  const { admitted } = scheduledTransaction(schedule, reading)
  const payer = state.accounts.get(schedule.payer)
  check(payer !== undefined, 'UNRESOLVABLE_REQUIRED_SIGNERS')
  const inner = { ...reading, payer: schedule.payer, transaction: admitted.body }
  admitted.definition.precheck?.(admitted.op, admitted.body)
  admitted.definition.checkLengths?.(admitted.op)
  try {
    return [payer.key.rule, ...admitted.definition.signers(admitted.op, inner)]
  } catch (error) {
    throw error instanceof StatusError ? new StatusError('UNRESOLVABLE_REQUIRED_SIGNERS') : error
  }
}

/**
 * Adds the required keys that signed this transaction to the schedule's signatories. A contract that authorises is
 * always added.
 */
export function withSignatures(schedule: Schedule, rules: readonly KeyRule[], context: HandleContext): Schedule {
  const known = new Map(schedule.signatories.map((signatory) => [signatory.key.id, signatory]))
  for (const key of [...rules.flatMap(leaves), ...context.signatures.own]) {
    const signature = known.has(key.id) ? undefined : context.signatures.signatureOf(key)
    if (signature) known.set(key.id, { key, signature: Buffer.from(signature), signedAt: context.now })
  }
  const isSame = known.size === schedule.signatories.length
  return isSame ? schedule : { ...schedule, signatories: [...known.values()] }
}

function leaves(rule: KeyRule): Signer[] {
  if (rule.kind === 'list' || rule.kind === 'threshold') return rule.keys.flatMap(leaves)
  return rule.kind === 'unsupported' || rule.kind === 'absent' ? [] : [rule]
}

/**
 * Executes the schedule right after this transaction, if all required keys have signed and it does not wait for its
 * expiry.
 */
export function executeIfReady(schedule: Schedule, rules: readonly KeyRule[], context: HandleContext): Schedule {
  const signed = signedBy(schedule.signatories)
  if (schedule.waitForExpiry || !rules.every((rule) => isActive(rule, signed))) return schedule
  context.following.push(scheduledTransaction(schedule, context).following)
  return { ...schedule, executedAt: context.now + 1n }
}

function signedBy(signatories: readonly Signatory[]): (key: Signer) => boolean {
  const ids = new Set(signatories.map(({ key }) => key.id))
  return (key) => ids.has(key.id)
}
