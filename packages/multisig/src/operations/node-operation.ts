import { proto } from '@hiero-ledger/proto'
import { TokenCreateTransaction, TopicCreateTransaction, type Transaction } from '@hiero-ledger/sdk'
import type { Ledger, MirrorAccount } from '@quorate/ledger'
import {
  createFacts,
  customFeesErrors,
  existingTokenErrors,
  neededByWallet,
  operations as nodeOperations,
  walletOperations,
} from '@quorate/ledger/operations'
import { AnyNames, badRequest } from '@quorate/platform'
import { type Key, parametersOf, type ReadOperation, readOperation, sameKey } from '@quorate/verify'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { keyToHex } from '../model/keys.ts'
import { openWalletErrors } from './errors.ts'
import { involvedKeys, keyOfHolder } from './involved-keys.ts'
import { byWallet, defineOperation, type Prepared, walletId } from './operation.ts'
import { CENTS } from './problems.ts'

/** An operation of the node API, or one in its form that only wallets have. */
export const StatedOperation = Type.Object(
  {
    method: Type.Enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: Type.String({
      maxLength: 200,
      examples: ['/hts/mint/token/0.0.2002'],
      description: 'the path of the node API, with its parameters filled in',
    }),
    body: Type.Optional(
      AnyNames(Type.Unknown(), {
        title: "the operation's body, an object",
        description:
          'the body of the node API, without sender, dao and isOfflineTransaction: the wallet pays and signs. Keys are {_type, key}, {keys: [...]} or {threshold, keys: [...]}',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ method: 'POST', path: '/hts/mint/token/0.0.2002', body: { amount: '5' } }],
  },
)

/**
 * Any other transaction that the wallet pays for, in the form of the node API (`operation/request`). Operations that
 * `verify` can't put in words are refused.
 */
export const nodeOperation = defineOperation({
  name: 'operation',
  type: 'operation',
  summary: 'carry out an operation of the node API',
  notSchedulable({ operation, walletId }) {
    const { definition } = read(operation, walletId)
    return definition.isSchedulable
      ? undefined
      : `The network cannot schedule a transaction of ${definition.method} ${definition.path}: send executeAt instead of expiresAt, and the service executes the request then`
  },
  errors: [
    openWalletErrors,
    customFeesErrors,
    existingTokenErrors,
    {
      400: ['INVALID_METADATA', 'INVALID_OPERATION', 'NOTHING_TO_UPDATE'],
      422: [
        'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON',
        'ACCOUNT_IS_TREASURY',
        'CUSTOM_FEES',
        'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES',
        'INSUFFICIENT_TOKEN_BALANCE',
        'INVALID_CONTRACT_ID',
        'INVALID_NFT_ID',
        'INVALID_NODE_ACCOUNT_ID',
        'INVALID_NODE_ID',
        'INVALID_OWNER_ID',
        'INVALID_PENDING_AIRDROP_ID',
        'INVALID_SCHEDULE_ID',
        'INVALID_SIGNATURE',
        'INVALID_TOKEN_BURN_METADATA',
        'INVALID_TOKEN_MINT_METADATA',
        'INVALID_TOPIC_ID',
        'NOT_SCHEDULABLE',
        'NO_SCHEDULE_PAYER',
        'OPERATION_UNKNOWN',
        'SCHEDULE_ALREADY_DELETED',
        'SCHEDULE_ALREADY_EXECUTED',
        'SCHEDULE_IS_IMMUTABLE',
        'SCHEDULE_PAYER_INVOLVED',
        'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO',
        'TOKEN_HAS_NO_SUPPLY_KEY',
        'TOKEN_IS_IMMUTABLE',
        'TOKEN_IS_PAUSED',
        'TOKEN_MAX_SUPPLY_REACHED',
        'UNAUTHORIZED',
      ],
    },
  ],
  body: Type.Object({ walletId, operation: StatedOperation }),
  check({ operation, walletId }) {
    builderOf(read(operation, walletId))
  },
  async prepare({ walletId, operation }, { ledger, openWallet }) {
    const { wallet, account } = await openWallet(walletId)
    const asked = read(operation, walletId)
    const build = () => transactionOf(asked, { ledger, account, key: wallet.key })
    const transaction = await build()
    const prepared = byWallet(wallet, transaction, {
      account,
      cents: PRICES[asked.definition.data] ?? CENTS.update,
      tinybars: BigInt((asked.values.balance as string | undefined) ?? 0),
    })
    // Freezing changes a transaction, so the keys are read from a second copy.
    const body = proto.TransactionBody.decode(ledger.freeze(await build(), frozenBy(walletId)).bodyBytes)
    const needed = neededByWallet(body)
    await needKeys(prepared, needed, { ledger, key: wallet.key })
    const involved = new Set((await involvedKeys(ledger, needed)).map(keyToHex))
    const signing = { ...prepared.signing, involved: [...involved] }
    return { ...prepared, signing, maxFee: MAX_FEES[asked.definition.data] }
  },
})

/** Minimum prices in US cents (HIP-1261), by the field of TransactionBody. */
const PRICES: Readonly<Record<string, number>> = {
  tokenCreation: 100,
  cryptoCreateAccount: CENTS.create,
  cryptoApproveAllowance: 5,
  consensusCreateTopic: 1,
  fileCreate: 5,
  fileAppend: 5,
  fileUpdate: 5,
  tokenAirdrop: 10,
}
/** The highest fee that the wallet offers, in hbars, for transactions with more than the usual maximum. */
const MAX_FEES: Readonly<Record<string, number>> = { tokenCreation: 40, tokenAirdrop: 20 }

/** @throws 400 `INVALID_OPERATION` */
function read(operation: unknown, walletId: string): ReadOperation {
  const found = readOperation(operation, walletId)
  if ('wrong' in found) throw badRequest('INVALID_OPERATION', found.wrong)
  return found
}

/** The builder, with its parameters and body. @throws 400 `INVALID_OPERATION` */
function builderOf({ definition, values }: ReadOperation) {
  const { method, path } = definition
  const operation = [...nodeOperations, ...walletOperations].find((one) => one.method === method && one.path === path)
  const names = parametersOf(definition)
  const params = Object.fromEntries(names.map((name) => [name, String(values[name])]))
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
  if (!operation || !Check(operation.params, params) || !Check(operation.body, body))
    throw badRequest(
      'INVALID_OPERATION',
      `operation does not fit ${method} ${path}: see the description of the node API`,
    )
  return { operation, params, body }
}

async function transactionOf(
  asked: ReadOperation,
  { ledger, account, key }: { ledger: Ledger; account: MirrorAccount; key: Key },
): Promise<Transaction> {
  const { operation, params, body } = builderOf(asked)
  const { transaction } = await operation.prepare(
    { params, body },
    {
      ledger,
      facts: createFacts(ledger),
      sender: { id: account.id, account, key },
      newKey: async (_kind, own) => own,
      movedKey: (same) => same,
      priceOf: async () => undefined,
    },
  )
  // SDKs set the renewal account to the payer only when they freeze a transaction. A schedule is paid by another
  // account.
  if (transaction instanceof TokenCreateTransaction || transaction instanceof TopicCreateTransaction)
    transaction.setAutoRenewAccountId(account.id)
  return transaction
}

const frozenBy = (payer: string) => ({ payer, validStart: { seconds: 1n, nanos: 0 }, validDurationSeconds: 120 })

/**
 * Makes a request wait for other accounts that must sign. A key of a token or topic has to be the wallet's own, because
 * only its owners sign.
 */
async function needKeys(
  { signing, problems }: Prepared,
  { holders, newKeys, replaced }: ReturnType<typeof neededByWallet>,
  { ledger, key }: { ledger: Ledger; key: Key },
): Promise<void> {
  const [payer, ...others] = holders
  const refuse = (what: string) =>
    problems.push({ code: 'INVALID_SIGNATURE', message: `${what} must sign, but is not the key of the wallet` })
  for (const holder of others) {
    if (holder.id === payer?.id || holder.perhaps) continue
    const needed = await keyOfHolder(ledger, holder)
    if (holder.kind === 'account' && needed) signing.accounts.push({ account: holder.id, key: keyToHex(needed) })
    else if (needed && !sameKey(needed, key)) refuse(`The ${holder.role} of ${holder.id}`)
  }
  for (const { admin } of replaced) {
    const needed = await keyOfHolder(ledger, admin)
    if (needed && !sameKey(needed, key)) refuse(`The ${admin.role} of ${admin.id}`)
  }
  for (const one of newKeys) if (!sameKey(one, key)) refuse('A new key')
}
