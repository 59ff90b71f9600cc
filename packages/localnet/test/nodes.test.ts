import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { AccountId, AddressBookQuery, FileId } from '@hiero-ledger/sdk'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, type Signer, signed, signerFor, signerOf, transferOf } from './support/raw.ts'

// Sources in the consensus node: NodeCreateHandler, NodeUpdateHandler, NodeDeleteHandler and AddressBookValidator of
// hedera-addressbook-service-impl, PrivilegesVerifier, and NodesConfig for the numbers.
const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const [council, operator] = [signerFor(2), signerFor(1022)]
const newSigner = () => signerOf(generateKeyPairSync('ed25519').privateKey)
const [admin, nextAdmin] = [newSigner(), newSigner()]
const keyOf = ({ publicKey }: Signer): proto.IKey => ({ ed25519: publicKey })

/** Self-signed certificates: one valid from 2020 to 2120, and one valid only in 2019. */
const CERTIFICATE = Buffer.from(
  'MIIBBzCBrgIBATAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARub2RlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAP' +
    'MQ0wCwYDVQQDDARub2RlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIEEoppG+a8tOZF4o5kXFmUNS0cOTvAZb3z82Wz4kZjod' +
    'CjcjjP4mUyp7gXGpxdDTrPty6U1+seFx3mrz3csnBzAKBggqhkjOPQQDAgNIADBFAiAHym/DFiwQ5j8jyiOmOC73DrNP/rJ76iKa' +
    'ykiqSiEa5gIhAPnbpOWbDc5rTc+QGlkk2tmFXxX9vKkuuvnZ7OxZwTeV',
  'base64',
)
const EXPIRED = Buffer.from(
  'MIIBAjCBqgIBAjAKBggqhkjOPQQDAjAOMQwwCgYDVQQDDANvbGQwHhcNMTkwMTAxMDAwMDAwWhcNMjAwMTAxMDAwMDAwWjAOMQww' +
    'CgYDVQQDDANvbGQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQgQSimkb5ry05kXijmRcWZQ1LRw5O8BlvfPzZbPiRmOh0KNyOM' +
    '/iZTKnuBcanF0NOs+3LpTX6x4XHeavPdyycHMAoGCCqGSM49BAMCA0cAMEQCIHHqSUIHpec1fgsF1/+ZBQzCj+5LHDhyLwkUQQvh' +
    'r9qpAiBYVMcK/OcIItoo9jqM776k84ABPrqu4VsaKSEc0yukGw==',
  'base64',
)

const ip = (port = 50211): proto.IServiceEndpoint => ({ ipAddressV4: Buffer.from([10, 0, 0, 1]), port })
const domain = (domainName: string, port = 443): proto.IServiceEndpoint => ({ domainName, port })
type Creation = NonNullable<proto.ITransactionBody['nodeCreate']>
type Update = NonNullable<proto.ITransactionBody['nodeUpdate']>

const creation = (fields: Creation = {}, payer = 2) =>
  body(
    {
      nodeCreate: {
        accountId: accountId(1023),
        gossipEndpoint: [ip()],
        serviceEndpoint: [ip()],
        gossipCaCertificate: CERTIFICATE,
        adminKey: keyOf(admin),
        ...fields,
      },
    },
    payer,
  )
const update = (nodeId: number, fields: Update) => body({ nodeUpdate: { nodeId: toLong(BigInt(nodeId)), ...fields } })
const deletion = (nodeId: number, payer = 1022) => body({ nodeDelete: { nodeId: toLong(BigInt(nodeId)) } }, payer)

async function createNode(account: number): Promise<number> {
  const fields = creation({ accountId: accountId(account) })
  assert.equal(await raw.run(fields, [council, admin]), 'SUCCESS')
  return Number((await raw.receipt(fields)).nodeId)
}

const REFUSED: [string, string, Creation][] = [
  ['no account', 'INVALID_NODE_ACCOUNT_ID', { accountId: null }],
  ['an account by alias', 'INVALID_NODE_ACCOUNT_ID', { accountId: { alias: Buffer.alloc(20, 1) } }],
  ['an account that does not exist', 'INVALID_NODE_ACCOUNT_ID', { accountId: accountId(999_999) }],
  ['the account of another node', 'ACCOUNT_IS_LINKED_TO_A_NODE', { accountId: accountId(3) }],
  ['no gossip endpoint', 'INVALID_GOSSIP_ENDPOINT', { gossipEndpoint: [] }],
  ['no service endpoint', 'INVALID_SERVICE_ENDPOINT', { serviceEndpoint: [] }],
  ['no certificate', 'INVALID_GOSSIP_CA_CERTIFICATE', { gossipCaCertificate: null }],
  ['bytes that are no certificate', 'INVALID_GOSSIP_CA_CERTIFICATE', { gossipCaCertificate: Buffer.from([0x30, 1]) }],
  ['an expired certificate', 'INVALID_GOSSIP_CA_CERTIFICATE', { gossipCaCertificate: EXPIRED }],
  ['no admin key', 'KEY_REQUIRED', { adminKey: null }],
  ['an empty admin key', 'KEY_REQUIRED', { adminKey: { keyList: { keys: [] } } }],
  ['an admin key of 5 bytes', 'INVALID_ADMIN_KEY', { adminKey: { ed25519: Buffer.alloc(5) } }],
  ['a long description', 'INVALID_NODE_DESCRIPTION', { description: 'ä'.repeat(51) }],
  ['a description with a NUL', 'INVALID_NODE_DESCRIPTION', { description: 'a\0' }],
  ['eleven gossip endpoints', 'GOSSIP_ENDPOINTS_EXCEEDED_LIMIT', { gossipEndpoint: Array(11).fill(ip()) }],
  ['nine service endpoints', 'SERVICE_ENDPOINTS_EXCEEDED_LIMIT', { serviceEndpoint: Array(9).fill(ip()) }],
  ['no port', 'INVALID_ENDPOINT', { serviceEndpoint: [ip(0)] }],
  ['neither address nor name', 'INVALID_ENDPOINT', { serviceEndpoint: [{ port: 1 }] }],
  [
    'both an address and a name',
    'IP_FQDN_CANNOT_BE_SET_FOR_SAME_ENDPOINT',
    { serviceEndpoint: [{ ...ip(), domainName: 'a.example' }] },
  ],
  ['a name of 254 characters', 'FQDN_SIZE_TOO_LARGE', { serviceEndpoint: [domain('a'.repeat(254))] }],
  ['an address of 5 bytes', 'INVALID_IPV4_ADDRESS', { serviceEndpoint: [{ ...ip(), ipAddressV4: Buffer.alloc(5) }] }],
  ['a proxy without a name', 'INVALID_SERVICE_ENDPOINT', { grpcProxyEndpoint: ip() }],
  ['a registered node that is not there', 'INVALID_REGISTERED_NODE_ID', { associatedRegisteredNode: [toLong(0n)] }],
]

for (const [what, code, fields] of REFUSED)
  test(`A node with ${what} is not created: ${code} (NodeCreateHandler)`, async () => {
    assert.equal(await raw.run(creation(fields), [council, admin]), code)
  })

test('The council creates nodes, with the signature of the new admin key; ids count up (PrivilegesVerifier)', async () => {
  assert.equal(await raw.run(creation({}, 1022), [operator, admin]), 'AUTHORIZATION_FAILED')
  const amounts = [[2, -20_000_000_000n], [55, 10_000_000_000n], [56, 10_000_000_000n]] as const // biome-ignore format: short
  assert.equal(await raw.run(body(transferOf(amounts), 2), [council]), 'SUCCESS')
  assert.equal(await raw.run(creation({}, 56), [council, admin]), 'AUTHORIZATION_FAILED')
  assert.equal(await raw.run(creation(), [council]), 'INVALID_SIGNATURE')
  const fields = creation({ accountId: accountId(1024) }, 55)
  assert.equal(await raw.run(fields, [council, admin]), 'SUCCESS')
  assert.equal(Number((await raw.receipt(fields)).nodeId), 1)
  assert.equal(await createNode(1025), 2)
  assert.equal(await raw.run(creation({ accountId: accountId(1025) }), [council, admin]), 'ACCOUNT_IS_LINKED_TO_A_NODE')
})

test('A node is changed by its admin key, and a new admin key signs too (NodeUpdateHandler)', async () => {
  const node = await createNode(1026)
  const description = { value: 'another' }
  assert.equal(await raw.run(update(999, { description }), [operator]), 'INVALID_NODE_ID')
  assert.equal(await raw.run(update(-1, { description }), [operator]), 'INVALID_NODE_ID')
  assert.equal(await raw.run(update(node, { description }), [operator]), 'INVALID_SIGNATURE')
  assert.equal(await raw.run(update(node, { description }), [operator, admin]), 'SUCCESS')
  assert.equal(await raw.run(update(node, { adminKey: keyOf(nextAdmin) }), [operator, admin]), 'INVALID_SIGNATURE')
  assert.equal(await raw.run(update(node, { adminKey: keyOf(nextAdmin) }), [operator, admin, nextAdmin]), 'SUCCESS')
  assert.equal(await raw.run(update(node, { description }), [operator, admin]), 'INVALID_SIGNATURE')
  const long = { value: 'm'.repeat(101) }
  assert.equal(await raw.run(update(node, { description: long }), [operator, nextAdmin]), 'INVALID_NODE_DESCRIPTION')
  const noHash = { grpcCertificateHash: { value: Buffer.alloc(0) } }
  assert.equal(await raw.run(update(node, noHash), [operator, nextAdmin]), 'INVALID_GRPC_CERTIFICATE_HASH')
  const expired = { gossipCaCertificate: { value: EXPIRED } }
  assert.equal(await raw.run(update(node, expired), [operator, nextAdmin]), 'INVALID_GOSSIP_CA_CERTIFICATE')
})

test('A node is deleted by its admin key or the council, once, and its account is free again (NodeDeleteHandler)', async () => {
  const [first, second] = [await createNode(1027), await createNode(1028)]
  assert.equal(await raw.run(deletion(first), [operator]), 'INVALID_SIGNATURE')
  assert.equal(await raw.run(deletion(first), [operator, admin]), 'SUCCESS')
  assert.equal(await raw.run(deletion(first), [operator, admin]), 'NODE_DELETED')
  assert.equal(await raw.run(update(first, { declineReward: { value: true } }), [operator, admin]), 'INVALID_NODE_ID')
  assert.equal(await raw.run(deletion(second, 50), [council]), 'SUCCESS')
  assert.equal(await raw.run(deletion(999, 50), [council]), 'INVALID_NODE_ID')
  assert.equal(await createNode(1027), second + 1)
})

test('The account of a node is not deleted while the node is there (HIP-1299)', async () => {
  const node = await createNode(1029)
  const removal = () => body({ cryptoDelete: { deleteAccountID: accountId(1029), transferAccountID: accountId(2) } })
  assert.equal(await raw.run(removal(), [operator, signerFor(1029)]), 'ACCOUNT_IS_LINKED_TO_A_NODE')
  assert.equal(await raw.run(deletion(node, 2), [council]), 'SUCCESS')
  assert.equal(await raw.run(removal(), [operator, signerFor(1029)]), 'SUCCESS')
})

test('A node gets another account without its admin key if the old and the new account sign (HIP-1299)', async () => {
  const node = await createNode(1030)
  const given = { accountId: accountId(1031) }
  const [from, to] = [signerFor(1030), signerFor(1031)]
  assert.equal(await raw.run(update(node, given), [operator, from]), 'INVALID_SIGNATURE')
  assert.equal(await raw.run(update(node, given), [operator, to]), 'INVALID_SIGNATURE')
  const more = { ...given, description: { value: 'x' } }
  assert.equal(await raw.run(update(node, more), [operator, from, to]), 'INVALID_SIGNATURE')
  assert.equal(
    await raw.run(update(node, { accountId: accountId(3) }), [operator, admin, council]),
    'ACCOUNT_IS_LINKED_TO_A_NODE',
  )
  assert.equal(await raw.run(update(node, given), [operator, from, to]), 'SUCCESS')
  assert.equal(await createNode(1030), node + 1)
})

test('The changed admin, reward and proxy of the node are shown at once; the address book waits for an upgrade', async (t) => {
  const clean = await network.snapshot()
  t.after(() => network.restore(clean))
  const grpcProxyEndpoint = domain('proxy.example')
  const changes = {
    adminKey: keyOf(admin),
    declineReward: { value: true },
    description: { value: 'new' },
    grpcProxyEndpoint,
  }
  assert.equal(await raw.run(update(0, changes), [operator, council, admin]), 'SUCCESS')
  const { nodes } = (await network.mirror('/network/nodes')).json
  assert.equal(nodes.length, 1)
  assert.deepEqual(nodes[0].admin_key, { _type: 'ED25519', key: admin.publicKey.toString('hex') })
  assert.equal(nodes[0].decline_reward, true)
  assert.deepEqual(nodes[0].grpc_proxy_endpoint, { domain_name: 'proxy.example', ip_address_v4: '', port: 443 })
  assert.equal(nodes[0].description, 'localnet')
  assert.equal(await raw.run(update(0, { grpcProxyEndpoint: {} }), [operator, admin]), 'SUCCESS')
  assert.equal((await network.mirror('/network/nodes')).json.nodes[0].grpc_proxy_endpoint, null)
})

test('The new account of a node must exist and have a balance (NodeUpdateHandler, AddressBookValidator)', async () => {
  const node = await createNode(1016)
  const fields = body({
    cryptoCreateAccount: { key: keyOf(nextAdmin), autoRenewPeriod: { seconds: toLong(7_776_000n) } },
  })
  assert.equal(await raw.run(fields, [operator]), 'SUCCESS')
  const { accountID = null } = await raw.receipt(fields)
  const given = { accountId: accountID, description: { value: 'given away' } }
  assert.equal(await raw.run(update(node, given), [operator, admin]), 'INVALID_SIGNATURE')
  assert.equal(await raw.run(update(node, given), [operator, admin, nextAdmin]), 'NODE_ACCOUNT_HAS_ZERO_BALANCE')
  const removal = body({ cryptoDelete: { deleteAccountID: accountID, transferAccountID: accountId(1022) } })
  assert.equal(await raw.run(removal, [operator, nextAdmin]), 'SUCCESS')
  assert.equal(await raw.run(update(node, given), [operator, admin]), 'INVALID_SIGNATURE')
  assert.equal(await raw.run(update(node, given), [operator, admin, nextAdmin]), 'ACCOUNT_DELETED')
})

test('When the node gets another account, transactions name that one from then on', async (t) => {
  const clean = await network.snapshot()
  t.after(() => network.restore(clean))
  assert.equal(await raw.run(update(0, { accountId: accountId(1022) }), [operator, council]), 'SUCCESS')
  const noChange = { nodeUpdate: { nodeId: toLong(0n), declineReward: { value: false } } }
  assert.equal(await raw.submit(signed(body(noChange), [operator, council])), 'INVALID_NODE_ACCOUNT')
  const named = { ...body(noChange), nodeAccountID: accountId(1022) }
  assert.equal(await raw.run(named, [operator, council]), 'SUCCESS')
  assert.equal((await network.mirror('/network/nodes')).json.nodes[0].node_account_id, '0.0.1022')
  const book = await new AddressBookQuery().setFileId(FileId.ADDRESS_BOOK).execute(network.client)
  assert.deepEqual(
    book.nodeAddresses.map(({ accountId: id }) => String(id)),
    [String(AccountId.fromString('0.0.1022'))],
  )
})

test('Gossip endpoints may have domain names, as in other local networks (nodes.gossipFqdnRestricted=false)', async () => {
  const fields = creation({ accountId: accountId(1013), gossipEndpoint: [domain('gossip.example')] })
  assert.equal(await raw.run(fields, [council, admin]), 'SUCCESS')
})

test('A node can be created by schedule (scheduling.whitelist)', async () => {
  const { nodeCreate = null } = creation({ accountId: accountId(1022) })
  const fields = body({ scheduleCreate: { scheduledTransactionBody: { nodeCreate }, payerAccountID: accountId(2) } })
  assert.equal(await raw.run(fields, [operator, council, admin]), 'SUCCESS')
  const { json } = await network.mirror('/transactions?limit=1&order=desc')
  assert.deepEqual([json.transactions[0].name, json.transactions[0].result], ['NODECREATE', 'SUCCESS'])
})

test('A deletion costs a tenth of a cent, plus the price of the second signature', async () => {
  const node = await createNode(1012)
  assert.equal(await raw.run(deletion(node), [operator, admin]), 'SUCCESS')
  const { json } = await network.mirror('/transactions?limit=1&order=desc')
  assert.deepEqual(
    [json.transactions[0].name, json.transactions[0].charged_tx_fee],
    ['NODEDELETE', Math.floor(11_000_000 / 12)],
  )
})

test('Nodes are there again after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nodes-'))
  const stops: (() => Promise<void>)[] = []
  const start = () => testNetwork({ after: (stop) => void stops.push(stop) }, { dataDir })
  try {
    const first = await start()
    const client = new RawClient(first.grpc)
    assert.equal(await client.run(creation(), [council, admin]), 'SUCCESS')
    client.close()
    await stops.shift()?.()
    const second = await start()
    const again = new RawClient(second.grpc)
    assert.equal(await again.run(creation(), [council, admin]), 'ACCOUNT_IS_LINKED_TO_A_NODE')
    assert.equal(await again.run(deletion(1), [operator, admin]), 'SUCCESS')
    again.close()
  } finally {
    for (const stop of stops) await stop()
    rmSync(dataDir, { recursive: true })
  }
})
