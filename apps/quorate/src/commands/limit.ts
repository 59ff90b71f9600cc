/** Spending limits: amounts that an account may pay from a wallet without its owners. */
import type { MultisigTypes } from '@quorate/client'
import {
  approveCalls,
  fullAmountText,
  hbars,
  isoTimeOf,
  LIMIT_PAYMENT_FEE,
  limitPaymentSays,
  limitPaymentSentence,
  planOf,
  startsNow,
} from '@quorate/verify'
import { type LoggedIn, withSession } from '../connection/connect.ts'
import { ledgerOf, mirrorUrlOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { askOnce, asks, checkTimes, decimalsToSign } from '../signing/ask.ts'
import { notSigned } from '../signing/sign-request.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { LANGUAGE, tokenText, unitsOf } from '../terminal/amounts.ts'
import { note, printList, printOne } from '../terminal/output.ts'
import { bold } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'
import { confirm, needAnswers } from '../terminal/questions.ts'

type Commands = CommandTable['limit']['commands']
type Limit = MultisigTypes['SpendingLimit']

/** Lists what the account may spend from wallets, with or without a role there. */
export async function mine(given: Given<Commands['mine']>): Promise<void> {
  const { limit, json, mirrorUrl } = given
  await withSession(given, async ({ client, chain }) => {
    const rows = []
    for await (const one of client.multisig.list('/multisig/limits')) if (rows.push(one) === limit) break
    const decimals = json ? new Map<string, number>() : await decimalsOf(rows, { chain, mirrorUrl })
    await printList(rows, {
      json,
      empty: 'No wallet has given you a spending limit',
      columns: [
        { title: 'wallet', of: ({ walletId }) => walletId },
        { title: 'asset', of: ({ tokenId }) => tokenId },
        {
          title: 'left',
          of: ({ tokenId, left }) =>
            tokenId === 'HBAR' ? hbars(BigInt(left)) : tokenText(BigInt(left), decimals.get(tokenId)),
        },
      ],
    })
  })
}

/** Lists the limits of a wallet. The mirror says how much is left. The service lists the requests that renew them. */
export async function list(given: Given<Commands['list']>): Promise<void> {
  const { walletId, json } = given
  const { openMirror } = await import('@quorate/verify/recount')
  await withSession(given, async ({ client, chain, account }) => {
    const places = { chain, mirrorUrl: given.mirrorUrl }
    const path = { walletId }
    const known = await client.multisig.get('/multisig/wallet/{walletId}/limits', { path })
    const isMembers = known.some(({ renewals, spenderId }) => renewals.length > 0 || spenderId !== account)
    const mirror = openMirror(mirrorUrlOf(places))
    const shown = await mirror.allowancesOf(walletId, isMembers ? undefined : account)
    const of = (one: Pick<Limit, 'spenderId' | 'tokenId'>) =>
      shown.find(({ spenderId, tokenId }) => spenderId === one.spenderId && tokenId === one.tokenId)
    const rows = known.map((one) => {
      const found = of(one)
      return {
        ...one,
        granted: String(found?.granted ?? 0),
        left: String(found?.left ?? 0),
        since: found ? isoTimeOf(found.since) : null,
      }
    })
    const decimals = json ? new Map<string, number>() : await decimalsOf(rows, places)
    const amount = (tokenId: string, units: string) =>
      tokenId === 'HBAR' ? hbars(BigInt(units)) : tokenText(BigInt(units), decimals.get(tokenId))
    await printList(rows, {
      json,
      empty: 'Nobody may pay from this wallet without its owners',
      columns: [
        { title: 'account', of: ({ spenderId }) => spenderId },
        { title: 'asset', of: ({ tokenId }) => tokenId },
        {
          title: 'left',
          of: ({ tokenId, granted, left }) => (granted === '0' ? 'not in effect' : amount(tokenId, left)),
        },
        {
          title: 'of',
          of: ({ tokenId, granted, renewals }) => {
            const planned = granted === '0' ? renewals[0]?.amount : granted
            return planned === undefined ? '' : amount(tokenId, String(planned))
          },
        },
        { title: 'renewed at', of: ({ renewals }) => renewals.find(({ executeAt }) => executeAt)?.executeAt },
        { title: 'renewals', of: ({ renewals }) => renewals.length },
        { title: 'member', of: ({ isMember }) => (isMember ? 'yes' : 'no') },
      ],
    })
  })
}

async function decimalsOf(
  limits: readonly Pick<Limit, 'tokenId'>[],
  places: { chain: string; mirrorUrl: string | undefined },
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { tokenId } of limits)
    if (tokenId !== 'HBAR' && !found.has(tokenId)) found.set(tokenId, await decimalsToSign(tokenId, places))
  return found
}

/** Requests one limit, or one for each period of a plan. The requests for later periods are timed. */
export async function set(given: Given<Commands['set']>): Promise<void> {
  const { walletId, accountId: spenderAccountId, amount, token, every, times, keep, at, json, mirrorUrl } = given
  if ((every === undefined) !== (times === undefined))
    throw new Failure('usage', 'Pass --every (the length of a period) and --times (the number of periods) together')
  checkTimes({ ...given, until: undefined })
  await withSession(given, async (connection) => {
    const places = { chain: connection.chain, mirrorUrl }
    const units = unitsOf('--amount', amount, await decimalsToSign(token, places))
    if (units === 0n) throw new Failure('usage', '--amount is 0: end a limit with quorate limit end')
    const asset = token === undefined ? { type: 'hbar' } : { type: 'token', tokenId: token }
    const body = { ...asset, spenderAccountId }
    const { now } = await ledgerOf(places)
    const start = at === undefined ? now : timeOf(at, now)
    const plan = planOf({ now, start, every: every ?? 'once', times: times ?? 1, ends: every !== undefined && !keep })
    if (typeof plan === 'string') throw new Failure('usage', plan)
    if (plan.length > 1 && !json) note(`The plan has ${plan.length} requests, which you sign one after the other`)
    for (const [index, step] of plan.entries()) {
      const executeAt = index === 0 ? at : new Date(step.at).toISOString()
      const operation =
        step.act === 'give'
          ? { method: 'POST', path: '/accounts/allowance/approve', body: { ...body, amount: String(units) } }
          : { method: 'POST', path: '/accounts/allowance/delete', body }
      await askOnce(connection, { ...given, at: executeAt, until: undefined }, 'operation', { walletId, operation })
    }
  })
}

/** Reads an ISO 8601 time. The parser has already converted times such as `+3d`. */
function timeOf(text: string, now: number): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Failure('usage', `--at is ${text}: expected a time such as 2030-01-01T00:00:00Z`)
  return Math.max(time, now)
}

/** Requests the end of a limit. Once it is executed, requests that would renew the limit are closed. */
export const end = (given: Given<Commands['end']>): Promise<void> =>
  asks({ ...given, until: undefined }, 'operation', () => ({
    walletId: given.walletId,
    operation: {
      method: 'POST',
      path: '/accounts/allowance/delete',
      body: {
        ...(given.token === undefined ? { type: 'hbar' } : { type: 'token', tokenId: given.token }),
        spenderAccountId: given.accountId,
      },
    },
  }))

/** Pays within the account's own limit. Nobody else signs. */
export async function pay(given: Given<Commands['pay']>): Promise<void> {
  const { walletId, to: receiverId, amount: typed, token, memo = '', mirrorUrl, yes, json } = given
  needAnswers('Sign this?', { yes })
  await withSession(given, async (connection) => {
    const places = { chain: connection.chain, mirrorUrl }
    const decimals = await decimalsToSign(token, places)
    const amount = unitsOf('--amount', typed, decimals)
    if (amount === 0n) throw new Failure('usage', '--amount is 0: write an amount above 0')
    const payment = { walletId, receiverId, tokenId: token ?? 'HBAR', amount, memo }
    const shown = token === undefined ? hbars(amount) : `${fullAmountText(amount, decimals, LANGUAGE)} ${token}`
    const paid = await payWithin(connection, payment, { shown, mirrorUrl, yes, json })
    printOne(paid, {
      json,
      fields: [
        ['status', paid.status],
        ['transaction', paid.transactionId],
        ['consensus', paid.consensusTimestamp],
      ],
    })
    if (paid.status !== 'SUCCESS')
      throw new Failure('underWay', `It was submitted, and its outcome is not known yet: ${paid.transactionId}`)
  })
}

async function payWithin(
  { client, account, chain, signer }: LoggedIn,
  payment: Parameters<typeof limitPaymentSays>[0],
  { shown, mirrorUrl, yes, json }: { shown: string; mirrorUrl: string | undefined; yes: boolean; json: boolean },
): Promise<MultisigTypes['PaidWithinLimit']> {
  const { walletId, receiverId, tokenId, amount, memo } = payment
  const path = { walletId }
  const { bytes, bodyBytes } = await client.multisig.post('/multisig/wallet/{walletId}/limits/prepare', {
    path,
    body: { receiverId, tokenId, amount: String(amount), ...(memo === '' ? {} : { memo }) },
  })
  const ledger = await ledgerOf({ chain, mirrorUrl })
  return notSigned(
    approveCalls([Buffer.from(bodyBytes, 'base64')], {
      payerId: account,
      maxTransactionFee: LIMIT_PAYMENT_FEE,
      validStart: startsNow(ledger.now),
      says: [limitPaymentSays(payment)],
      ledger,
      show({ fingerprints, differences }) {
        if ((json && yes) || differences.length > 0) return
        note(bold(plain(limitPaymentSentence(payment, { spenderId: account, amount: shown }))))
        for (const fingerprint of fingerprints) note(`Fingerprint   ${fingerprint}`)
      },
      confirm: () => confirm(`Sign and pay the fee as ${account}?`, { yes }),
      sign: (body) => signer.signBody(body),
      send: ([signed]) =>
        client.multisig.post('/multisig/wallet/{walletId}/limits/pay', {
          path,
          body: { bytes, signature: `0x${Buffer.from(signed?.signature ?? []).toString('hex')}` },
        }),
    }),
  )
}
