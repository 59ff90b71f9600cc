/** Code that must not compile, checked by `npm run typecheck`. Nothing here runs. */
import type { Client, LiveSocket, MultisigEvents } from '@quorate/client'

export async function misused(client: Client, socket: LiveSocket<MultisigEvents, { walletId: string }>): Promise<void> {
  const { node, multisig, governance } = client
  const path = { walletId: '0.0.1001' }
  // @ts-expect-error The path does not exist.
  await multisig.get('/multisig/nothing')
  // @ts-expect-error The path has a parameter.
  await multisig.get('/multisig/wallet/{walletId}')
  // @ts-expect-error The path has another method.
  await multisig.post('/multisig/wallet/{walletId}', { path })
  // @ts-expect-error The body is missing.
  await multisig.post('/multisig/wallet/withdraw/request')
  // @ts-expect-error The body lacks fields.
  await multisig.post('/multisig/wallet/withdraw/request', { body: { walletId: '0.0.1001' } })
  // @ts-expect-error The query does not have this parameter.
  await multisig.get('/multisig/wallets', { query: { page: 2 } })
  // @ts-expect-error A read does not have a body.
  await multisig.get('/multisig/wallets', { body: {} })
  // @ts-expect-error A wallet is not a list.
  multisig.list('/multisig/wallet/{walletId}', { path })
  // @ts-expect-error Without `response`, the answer is the names in a directory, and not a file.
  const file: Uint8Array = await node.get('/ipfs/{cid}', { path: { cid: 'c' } })
  // @ts-expect-error An archive is a Blob, not text.
  await node.post('/ipfs/import', { bytes: 'text' })
  // @ts-expect-error The file of a form is a Blob, not text.
  await node.post('/ipfs/upload', { form: { file: 'text' } })
  // @ts-expect-error A wallet does not have this member.
  ;(await multisig.get('/multisig/wallet/{walletId}', { path })).owners
  // @ts-expect-error The event does not exist.
  socket.on('wallet_deleted', () => {})
  // @ts-expect-error The event carries a wallet.
  socket.on('wallet_created', ({ jobId }) => jobId)
  // @ts-expect-error The multi-signature service follows wallets, not DAOs.
  await socket.subscribe({ daoId: 'd' })

  void file
  const text: string = await governance.get('/votes/proposal/{proposalId}/audit/electorate', {
    path: { proposalId: 'p' },
  })
  for await (const { batches } of governance.pages('/votes/proposal/{proposalId}/audit', {
    path: { proposalId: text },
  }))
    batches.length
}
