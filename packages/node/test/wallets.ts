/** Wallets for tests: people with an account and a key who sign with the public SDK. */
import { proto } from '@hiero-ledger/proto'
import { AccountCreateTransaction, AccountId, Client, Hbar, PrivateKey, Transaction } from '@hiero-ledger/sdk'
import { type Receipt, signerFromText, withSignatures } from '@quorate/ledger'
import { type Described, describedBy } from './described.ts'
import { type Answer, type Harness, loggedIn, OPERATOR } from './harness.ts'

export interface Person {
  id: string
  key: PrivateKey
  token: string
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64')

/** An answer's bytes, signed with these keys like a wallet. */
export async function signed(answer: Pick<Answer, 'body'>, ...keys: PrivateKey[]): Promise<string> {
  if (answer.body?.status !== 'SIGNATURE_REQUIRED') throw new Error(`nothing to sign: ${JSON.stringify(answer.body)}`)
  const transaction = Transaction.fromBytes(bytesOf(answer.body.bytes))
  for (const key of keys) await transaction.sign(key)
  return Buffer.from(transaction.toBytes()).toString('base64')
}

/** Evidence that the account with these keys requested the bytes; empty if the answer does not need any. */
export function owned({ body }: Pick<Answer, 'body'>, ...keys: PrivateKey[]): object {
  if (!body.ownership) return {}
  const { request, text } = body.ownership
  if (text === undefined) return { ownership: { request } }
  const message = new TextEncoder().encode(text)
  const sigPair = keys.map((key) => {
    const { publicKey, sign } = signerFromText(key.toStringDer())
    const field = publicKey.type === 'ed25519' ? 'ed25519' : 'ECDSASecp256k1'
    return { pubKeyPrefix: publicKey.bytes, [field]: sign(message) }
  })
  const signature = Buffer.from(proto.SignatureMap.encode({ sigPair }).finish()).toString('base64')
  return { ownership: { request, signature } }
}

/**
 * The same body with another transaction hash, as someone between the node and the consensus node can make it by adding
 * an unrelated signature pair.
 */
export function withUnrelatedSignature(bytes: Uint8Array): Uint8Array {
  const { bodyBytes, sigMap } = proto.SignedTransaction.decode(proto.Transaction.decode(bytes).signedTransactionBytes)
  const unrelated = { pubKeyPrefix: new Uint8Array(32).fill(7), ed25519: new Uint8Array(64).fill(7) }
  const sigPair = [...(sigMap?.sigPair ?? []), unrelated]
  const signedTransactionBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair } }).finish()
  return Uint8Array.from(proto.Transaction.encode({ signedTransactionBytes }).finish())
}

export function walletsOf(harness: Harness) {
  const operatorKey = harness.network.accounts.find(({ id }) => id === OPERATOR)?.privateKey ?? ''
  const client = Client.fromConfig({
    network: { [harness.network.grpc]: new AccountId(3) },
    mirrorNetwork: [harness.network.mirrorGrpc],
    scheduleNetworkUpdate: false,
  })
  client.setOperator(OPERATOR, PrivateKey.fromStringDer(operatorKey))

  /** Checks every answer against the API's own description. */
  const described = describedBy(harness)
  const ask = async (...question: Parameters<Awaited<typeof described>>): Promise<Described> =>
    (await described)(...question)

  const submit = async (answer: Pick<Answer, 'body'>, by: Person, ...more: PrivateKey[]): Promise<Described> =>
    ask('/transactions/submit', {
      method: 'POST',
      token: by.token,
      body: { bytes: await signed(answer, by.key, ...more), ...owned(answer, by.key) },
    })

  /** Executes a transaction that the operator pays for, signed by the operator and these keys. */
  async function onLedger(transaction: Transaction, ...keys: PrivateKey[]): Promise<Receipt> {
    const { ledger } = harness
    const { bodyBytes } = ledger.freeze(transaction, {
      payer: OPERATOR,
      validStart: ledger.validStart(),
      validDurationSeconds: 120,
    })
    const signers = [signerFromText(operatorKey), ...keys.map((key) => signerFromText(key.toStringDer()))]
    const signatures = signers.map(({ publicKey, sign }) => ({ publicKey, signature: sign(bodyBytes) }))
    const outcome = await ledger.submit(withSignatures(bodyBytes, signatures))
    if (outcome.state === 'final' && outcome.success) return outcome.receipt
    throw new Error(`the ledger refused: ${JSON.stringify(outcome)}`)
  }

  return {
    client,
    onLedger,
    /** A new person with a session and enough hbars to create tokens. */
    async person(key = PrivateKey.generateED25519()): Promise<Person> {
      const create = new AccountCreateTransaction()
        .setKeyWithoutAlias(key.publicKey)
        .setInitialBalance(new Hbar(1000))
        .setMaxAutomaticTokenAssociations(20)
      const id = (await onLedger(create)).accountId ?? ''
      return { id, key, token: await loggedIn(harness, id, signerFromText(key.toStringDer())) }
    },
    submit,
    /** Sends the request, signs and submits. Returns the ledger's result. */
    async done(
      by: Person,
      method: string,
      path: string,
      body?: object,
      ...more: PrivateKey[]
    ): Promise<Answer['body']> {
      const asked = await ask(path, { method, token: by.token, ...(body ? { body } : {}) })
      if (asked.status !== 200) throw new Error(`${method} ${path} answered ${JSON.stringify(asked.body)}`)
      const answer = await submit(asked, by, ...more)
      if (answer.status !== 200) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** Reads from the mirror. */
    async mirror(path: string): Promise<Answer['body']> {
      return (await fetch(`${harness.network.mirrorRest}/api/v1${path}`)).json()
    },
  }
}
