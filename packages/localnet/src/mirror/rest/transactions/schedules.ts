import { invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { keyJson } from '#mirror/rest/key-json.ts'
import { continuedBy, page, select } from '#mirror/rest/page.ts'
import { compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { idText, parseId } from '#protocol/ids.ts'
import { NANOS_PER_SECOND, timestampText } from '#protocol/time.ts'
import type { Schedule, Signatory } from '#state/entities.ts'

/** GET /schedules: by id, the lowest first unless asked otherwise; `account.id` is the creator. */
export const schedules: MirrorRoute = {
  path: '/schedules',
  parameters: ['account.id', 'limit', 'order', 'schedule.id'],
  async answer(request, context) {
    const { query } = request
    const order = query.order('asc')
    const creators = query.ids('account.id')
    const isOfOne = creators.length === 1 && creators[0]?.operator === 'eq'
    const ofCreators = compareAll('creator', creators)
    const { rows, links } = await page(request, context, {
      columns: '*',
      from: 'schedule',
      along: [...(isOfOne ? ofCreators : []), ...compareAll('num', query.ids('schedule.id'))],
      filters: isOfOne ? [] : ofCreators,
      keys: ['num'],
      order,
      after: continuedBy(request, 'schedule.id', order, (row) => idText(Number(row.num))),
    })
    return { schedules: rows.map((row) => scheduleJson(context.store.schedules.decode(row))), links }
  },
}

/** GET /schedules/{scheduleId} */
export const schedule: MirrorRoute = {
  path: '/schedules/:id',
  parameters: [],
  answer(request, context) {
    const num = parseId(request.path.id ?? '')
    if (num === undefined) throw invalidParameter('scheduleId')
    const row = select(context, 'SELECT * FROM schedule WHERE num = ?', num)[0]
    if (!row) throw notFound()
    return scheduleJson(context.store.schedules.decode(row))
  },
}

function scheduleJson(found: Schedule): object {
  return {
    admin_key: keyJson(found.adminKey),
    consensus_timestamp: timestampText(found.createdAt),
    creator_account_id: idText(found.creator),
    deleted: found.deletedAt !== null,
    executed_timestamp: found.executedAt === null ? null : timestampText(found.executedAt),
    expiration_time: found.givenExpiry === null ? null : timestampText(found.givenExpiry * NANOS_PER_SECOND),
    memo: found.memo,
    payer_account_id: idText(found.payer),
    schedule_id: idText(found.num),
    signatures: found.signatories.map(signatureJson),
    transaction_body: found.body.toString('base64'),
    wait_for_expiry: found.waitForExpiry,
  }
}

const SIGNATURE_TYPES = { ed25519: 'ED25519', secp256k1: 'ECDSA_SECP256K1', contract: 'CONTRACT' } as const

function signatureJson({ key, signature, signedAt }: Signatory): object {
  return {
    consensus_timestamp: timestampText(signedAt),
    public_key_prefix: key.kind === 'contract' ? '' : key.bytes.toString('base64'),
    signature: signature.toString('base64'),
    type: SIGNATURE_TYPES[key.kind],
  }
}
