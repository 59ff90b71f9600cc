/** A 2-of-2 wallet, from its creation to a withdrawal that both owners sign. */
import { type Answer, call, inHex, MULTISIG, type Person, people } from './client.ts'

const [ada, ben] = (await people(2)) as [Person, Person]
const post = (by: Person, path: string, body: unknown): Promise<Answer> =>
  call(`${MULTISIG}/multisig/${path}`, { token: by.token, body })

/** Signs the body of a request's transaction, and sends the signature. */
const sign = (by: Person, { jobId, bodyBytes }: Answer, walletId?: string): Promise<Answer> =>
  post(by, `transaction/sign/${jobId}`, {
    ...(walletId === undefined ? {} : { walletId }),
    senderId: by.id,
    signature: inHex(by.key.sign(Buffer.from(bodyBytes, 'base64'))),
  })

// The caller pays for the creation, and so it alone signs it.
const owners = [
  { wallet: ada.id, name: 'Ada' },
  { wallet: ben.id, name: 'Ben' },
]
const creation = await post(ada, 'wallet/create/request', {
  name: 'Treasury',
  balance: 10_0000_0000,
  settings: { threshold: 2, owners },
})
await sign(ada, creation)
const { walletId } = await post(ada, 'wallet/create/execute', creation)
console.log(`The wallet is ${walletId}, an account under a 2-of-2 threshold key`)

const withdrawal = await post(ben, 'wallet/withdraw/request', {
  walletId,
  receiverId: ben.id,
  tokenId: 'HBAR',
  type: 'FUNGIBLE_COMMON',
  amountOrSerial: 1_0000_0000,
})
await sign(ada, withdrawal, walletId)
await sign(ben, withdrawal, walletId)
const { transactionId } = await post(ben, 'wallet/withdraw/execute', withdrawal)
console.log(`Ben has withdrawn 1 ℏ, as ${transactionId}`)

const wallet = await call(`${MULTISIG}/multisig/wallet/${walletId}`, { token: ada.token })
console.log(`The wallet holds ${wallet.assets[0].balance / 1e8} ℏ`)
