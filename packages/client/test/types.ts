/** What does not compile, checked by `npm run typecheck`; nothing here is run. */
import type { Client, LiveSocket, MultisigEvents } from '@quorate/client'

export async function misused(client: Client, socket: LiveSocket<MultisigEvents, { walletId: string }>): Promise<void> {
  const { node, multisig, governance } = client
  const path = { walletId: '0.0.1001' }
  // @ts-expect-error There is no such path.
  await multisig.get('/multisig/nothing')
  // @ts-expect-error The path has a parameter.
  await multisig.get('/multisig/wallet/{walletId}')
  // @ts-expect-error It has another method.
  await multisig.post('/multisig/wallet/{walletId}', { path })
  // @ts-expect-error A body is missing.
  await multisig.post('/multisig/wallet/withdraw/request')
  // @ts-expect-error The body lacks fields.
  await multisig.post('/multisig/wallet/withdraw/request', { body: { walletId: '0.0.1001' } })
  // @ts-expect-error The query has no such parameter.
  await multisig.get('/multisig/wallets', { query: { page: 2 } })
  // @ts-expect-error A read has no body.
  await multisig.get('/multisig/wallets', { body: {} })
  // @ts-expect-error A wallet is no list.
  multisig.list('/multisig/wallet/{walletId}', { path })
  // @ts-expect-error Files are read from `response`.
  await node.get('/ipfs/{cid}', { path: { cid: 'c' } })
  // @ts-expect-error A form has a file.
  await node.post('/ipfs/upload', { form: { file: 'text' } })
  // @ts-expect-error A wallet has no such member.
  ;(await multisig.get('/multisig/wallet/{walletId}', { path })).owners
  // @ts-expect-error There is no such event.
  socket.on('wallet_deleted', () => {})
  // @ts-expect-error The event carries a wallet.
  socket.on('wallet_created', ({ jobId }) => jobId)
  // @ts-expect-error Multi-signature wallets are followed, not DAOs.
  await socket.subscribe({ daoId: 'd' })

  const text: string = await governance.get('/votes/proposal/{proposalId}/audit/electorate', {
    path: { proposalId: 'p' },
  })
  for await (const { batches } of governance.pages('/votes/proposal/{proposalId}/audit', {
    path: { proposalId: text },
  }))
    batches.length
}
