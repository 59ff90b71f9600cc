/** A 2-of-2 wallet, from its creation to a withdrawal that both owners sign. */
import type { Client } from '@quorate/client'
import { people } from './client.ts'

const [ada, ben] = (await people(2)) as [Client, Client]

// The caller pays for the creation, so only the caller signs it.
const owners = [
  { wallet: ada.accountId, name: 'Ada' },
  { wallet: ben.accountId, name: 'Ben' },
]
const payload = { name: 'Treasury', balance: 10_0000_0000, settings: { threshold: 2, owners } }
const creation = await ada.multisig.post('/multisig/wallet/create/request', { body: payload })
// The bytes are compared with her request, so a service that changes them gets no signature.
await ada.sign(creation, { asked: { operation: 'create', payload } })
const created = await ada.multisig.post('/multisig/wallet/create/execute', { body: creation })
const walletId = created.walletId ?? ''
console.log(`The wallet is ${walletId}, an account under a 2-of-2 threshold key`)

const withdrawal = await ben.multisig.post('/multisig/wallet/withdraw/request', {
  body: {
    walletId,
    receiverId: ben.accountId,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 1_0000_0000,
  },
})
// Each owner sees what the bytes do, and agrees.
for (const owner of [ada, ben])
  await owner.sign(withdrawal, {
    confirm({ sentences, fingerprint }) {
      console.log(`${owner.accountId} signs: ${sentences.join(' ')} (${fingerprint})`)
      return true
    },
  })
const { transactionId } = await ben.multisig.post('/multisig/wallet/withdraw/execute', { body: withdrawal })
console.log(`Ben has withdrawn 1 ℏ, as ${transactionId}`)

const wallet = await ada.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } })
console.log(`The wallet holds ${Number(wallet.assets[0]?.balance) / 1e8} ℏ`)
