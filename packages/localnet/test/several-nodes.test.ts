import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountId,
  AccountInfoQuery,
  AddressBookQuery,
  Client,
  FileContentsQuery,
  FileId,
  Hbar,
  PrivateKey,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { localnet } from '../src/index.ts'
import { accountId } from '../src/protocol/ids.ts'
import { execute, testNetwork } from './support/network.ts'
import { body, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after }, { nodes: 3 })
const { client, mirror } = network
const clients = network.nodes.map(({ grpc }) => new RawClient(grpc))
after(() => {
  for (const one of clients) one.close()
})
const payment = (node: number) => ({
  ...body(
    transferOf([
      [1022, -1n],
      [1023, 1n],
    ]),
  ),
  nodeAccountID: accountId(node),
})

test('Three nodes share one ledger, each with a separate endpoint and account', async () => {
  assert.deepEqual(
    network.nodes.map(({ nodeAccountId }) => nodeAccountId),
    ['0.0.3', '0.0.4', '0.0.5'],
  )
  assert.equal(network.nodes[0]?.grpc, network.grpc)
  assert.equal(new Set(network.nodes.map(({ grpc }) => grpc)).size, 3)
})

test('A transaction for a node is accepted by that node alone: INVALID_NODE_ACCOUNT at the others', async () => {
  for (const [at, raw] of clients.entries())
    for (const node of [3, 4, 5, 6]) {
      const code = await raw.submit(signed(payment(node), [signerFor(1022)]))
      assert.equal(code, node === 3 + at ? 'OK' : 'INVALID_NODE_ACCOUNT', `0.0.${node} at node ${at}`)
    }
})

test('Every node has the receipt of a transaction that one node executed', async () => {
  const fields = payment(4)
  assert.equal(await clients[1]?.submit(signed(fields, [signerFor(1022)])), 'OK')
  assert.deepEqual(await Promise.all(clients.map((raw) => raw.status(fields))), Array(3).fill('SUCCESS'))
  assert.equal(await clients[1]?.submit(signed(fields, [signerFor(1022)])), 'DUPLICATE_TRANSACTION')
})

test('A query is paid to the node that answers it', async () => {
  const [cost] = [100_000n]
  const pay = (to: number) => ({
    ...body(
      transferOf([
        [1022, -cost],
        [to, cost],
      ]),
    ),
    nodeAccountID: accountId(4),
  })
  const code = async (to: number) => {
    const payment = proto.Transaction.decode(signed(pay(to), [signerFor(1022)]))
    const query = { cryptoGetInfo: { header: { payment }, accountID: accountId(1022) } }
    const answer = await clients[1]?.query(query)
    return proto.ResponseCodeEnum[answer?.cryptoGetInfo?.header?.nodeTransactionPrecheckCode ?? -1]
  }
  assert.deepEqual([await code(4), await code(3)], ['OK', 'INVALID_RECEIVING_NODE_ACCOUNT'])
})

test('A query of the address book returns at most its limit of nodes, and a limit of 0 means no limit (AddressBookFilter)', async () => {
  const query = () => new AddressBookQuery().setFileId(FileId.ADDRESS_BOOK)
  for (const [limit, count] of [
    [1, 1],
    [2, 2],
    [9, 3],
    [0, 3],
  ] as const) {
    const { nodeAddresses } = await query().setLimit(limit).execute(client)
    assert.equal(nodeAddresses.length, count, `limit ${limit}`)
  }
  await assert.rejects(query().setLimit(-1).setMaxAttempts(1).execute(client), /failed to query address book/)
})

test('The address book names all of them, over gRPC, in the files and in the mirror', async () => {
  const accounts = ['0.0.3', '0.0.4', '0.0.5']
  const ports = network.nodes.map(({ grpc }) => Number(grpc.split(':')[1]))
  const { nodeAddresses } = await new AddressBookQuery().setFileId(FileId.ADDRESS_BOOK).execute(client)
  assert.deepEqual(
    nodeAddresses.map(({ accountId: id, addresses }) => [String(id), addresses[0]?.port]),
    accounts.map((account, at) => [account, ports[at]]),
  )
  const file = await new FileContentsQuery().setFileId(FileId.ADDRESS_BOOK).execute(client)
  const { nodeAddress } = proto.NodeAddressBook.decode(file)
  assert.deepEqual(
    nodeAddress.map((one) => Number(one.nodeAccountId?.accountNum)),
    [3, 4, 5],
  )
  const shown = async (query: string) => (await mirror(`/network/nodes?${query}`)).json
  const { nodes, links } = await shown('')
  assert.deepEqual(
    nodes.map((one: { node_id: number; node_account_id: string }) => [one.node_id, one.node_account_id]),
    accounts.map((account, at) => [at, account]),
  )
  assert.equal(links.next, null)
  const first = await shown('limit=2&order=desc')
  assert.equal(first.links.next, '/api/v1/network/nodes?limit=2&order=desc&node.id=lt:1')
  const ids = async (query: string) => (await shown(query)).nodes.map((one: { node_id: number }) => one.node_id)
  assert.deepEqual(
    [await ids('node.id=gt:0'), await ids('node.id=2'), await ids('node.id=0&node.id=2')],
    [[1, 2], [2], [0, 2]],
  )
})

test('An SDK client goes on at another node while one cannot be reached', async () => {
  const nodes = Object.fromEntries(
    network.nodes.map(({ grpc, nodeAccountId }) => [grpc, AccountId.fromString(nodeAccountId)]),
  )
  const several = Client.fromConfig({
    network: nodes,
    mirrorNetwork: [network.mirrorGrpc],
    scheduleNetworkUpdate: false,
  })
  const { privateKey } = network.accounts.find(({ id }) => id === '0.0.1022') ?? { privateKey: '' }
  several.setOperator('0.0.1022', PrivateKey.fromStringDer(privateKey))
  const pay = () =>
    new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-1)).addHbarTransfer('0.0.1023', new Hbar(1))
  for (const on of ['transactions', 'queries'] as const)
    await network.setFault({ kind: 'unreachable', calls: 1_000, on, node: 0 })
  for (let sent = 0; sent < 3; sent++) assert.equal(String((await execute(pay(), several)).status), 'SUCCESS')
  for (const on of ['transactions', 'queries'] as const) await network.setFault({ kind: 'unreachable', calls: 0, on })
  await new AccountInfoQuery()
    .setAccountId('0.0.1022')
    .setNodeAccountIds([new AccountId(5)])
    .execute(several)
  several.close()
})

test('A ledger is given more nodes later, unless their ids are taken', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'several-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  await (await localnet({ ports: {}, dataDir })).close()
  {
    await using grown = await localnet({ ports: {}, dataDir, nodes: 2 })
    const raw = new RawClient(grown.nodes[1]?.grpc ?? '')
    assert.equal(await raw.run(payment(4), [signerFor(1022)]), 'SUCCESS')
    const taken = {
      registeredNodeCreate: {
        adminKey: { ed25519: signerFor(1022).publicKey },
        serviceEndpoint: [{ domainName: 'a.example', mirrorNode: {} }],
      },
    }
    assert.equal(await raw.run({ ...body(taken), nodeAccountID: accountId(4) }, [signerFor(1022)]), 'SUCCESS')
    raw.close()
  }
  await assert.rejects(localnet({ ports: {}, dataDir, nodes: 3 }), /Node 2 cannot be added/)
  await (await localnet({ ports: {}, dataDir, nodes: 1 })).close()
  await assert.rejects(localnet({ ports: {}, nodes: 4 }), /nodes is 4: pass a number from 1 to 3/)
})
