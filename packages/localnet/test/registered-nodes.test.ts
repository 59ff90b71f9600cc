import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import {
  BlockNodeApi,
  BlockNodeServiceEndpoint,
  GeneralServiceEndpoint,
  Long,
  MirrorNodeServiceEndpoint,
  NodeUpdateTransaction,
  PrivateKey,
  RegisteredNodeCreateTransaction,
  RegisteredNodeDeleteTransaction,
  RegisteredNodeUpdateTransaction,
  type RegisteredServiceEndpoint,
  RpcRelayServiceEndpoint,
  ScheduleCreateTransaction,
} from '@hiero-ledger/sdk'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { execute, type MirrorJson, statusOf, testNetwork } from './support/network.ts'
import { body, RawClient, signerFor, signerOf } from './support/raw.ts'

// Sources: RegisteredNodeCreateHandler, RegisteredNodeUpdateHandler, RegisteredNodeDeleteHandler and
// AddressBookValidator of the consensus node, its RegisteredNodeTest, NodesConfig for the numbers; NetworkController
// and NetworkServiceImpl of the Mirror Node's rest-java.
const network = await testNetwork({ after })
const { client, mirror } = network
const raw = new RawClient(network.grpc)
after(() => raw.close())
const [admin, nextAdmin] = [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]
const treasury = PrivateKey.fromStringDer(network.accounts[0]?.privateKey ?? '')

const block = () =>
  new BlockNodeServiceEndpoint()
    .setIpAddress(Uint8Array.of(127, 0, 0, 1))
    .setPort(443)
    .setRequiresTls(true)
    .setEndpointApis([BlockNodeApi.SubscribeStream, BlockNodeApi.Status])

async function create(...endpoints: RegisteredServiceEndpoint[]): Promise<number> {
  const creation = new RegisteredNodeCreateTransaction()
    .setAdminKey(admin.publicKey)
    .setServiceEndpoints(endpoints.length > 0 ? endpoints : [block()])
  const { registeredNodeId } = await execute(creation, client, admin)
  return Number(registeredNodeId)
}

const update = (id: number) => new RegisteredNodeUpdateTransaction().setRegisteredNodeId(id)
const remove = (id: number) => new RegisteredNodeDeleteTransaction().setRegisteredNodeId(id)

async function shown(id: number): Promise<MirrorJson> {
  return (await mirror(`/network/registered-nodes?registerednode.id=${id}`)).json.registered_nodes[0]
}

test('A registered node is listed with its endpoints of every type', async () => {
  const id = await create(
    block(),
    new MirrorNodeServiceEndpoint().setDomainName('mirror.example').setPort(5600).setRequiresTls(true),
    new RpcRelayServiceEndpoint().setDomainName('rpc.example.').setPort(7546),
    new GeneralServiceEndpoint()
      .setIpAddress(Uint8Array.of(...[0x20, 1, 0xd, 0xb8], ...Array(11).fill(0), 1))
      .setPort(8443)
      .setDescription('Archive'),
  )
  const node = await shown(id)
  const none = { block_node: null, domain_name: null, general_service: null, ip_address: null, mirror_node: null }
  assert.deepEqual(node, {
    admin_key: { _type: 'ED25519', key: admin.publicKey.toStringRaw() },
    created_timestamp: node.timestamp.from,
    description: '',
    registered_node_id: id,
    service_endpoints: [
      {
        ...none,
        rpc_relay: null,
        block_node: { endpoint_apis: ['SUBSCRIBE_STREAM', 'STATUS'] },
        ip_address: '127.0.0.1',
        port: 443,
        requires_tls: true,
        type: 'BLOCK_NODE',
      },
      {
        ...none,
        rpc_relay: null,
        mirror_node: {},
        domain_name: 'mirror.example',
        port: 5600,
        requires_tls: true,
        type: 'MIRROR_NODE',
      },
      {
        ...none,
        rpc_relay: {},
        domain_name: 'rpc.example.',
        port: 7546,
        requires_tls: false,
        type: 'RPC_RELAY',
      },
      {
        ...none,
        rpc_relay: null,
        general_service: { description: 'Archive' },
        ip_address: '2001:db8:0:0:0:0:0:1',
        port: 8443,
        requires_tls: false,
        type: 'GENERAL_SERVICE',
      },
    ],
    timestamp: { from: node.created_timestamp, to: null },
  })
})

test('Consensus nodes and registered nodes share one count of ids, and no id is used again', async () => {
  const first = await create()
  await execute(remove(first), client, admin)
  assert.equal(await create(), first + 1)
})

test('Its administrator changes a registered node; a new admin key signs too, and endpoints are replaced', async () => {
  const id = await create()
  assert.equal(await statusOf(execute(update(id).setDescription('unsigned'), client)), 'INVALID_SIGNATURE')
  const rotation = () => update(id).setAdminKey(nextAdmin.publicKey).setDescription('rotated')
  assert.equal(await statusOf(execute(rotation(), client, admin)), 'INVALID_SIGNATURE')
  await execute(rotation(), client, admin, nextAdmin)
  const rotated = await shown(id)
  assert.deepEqual(
    [rotated.description, rotated.admin_key._type, rotated.service_endpoints.length],
    ['rotated', 'ECDSA_SECP256K1', 1],
  )
  assert.notEqual(rotated.timestamp.from, rotated.created_timestamp)
  const relay = new RpcRelayServiceEndpoint().setDomainName('rpc.example').setPort(1)
  await execute(update(id).setServiceEndpoints([relay]), client, nextAdmin)
  const { description, service_endpoints: endpoints } = await shown(id)
  assert.deepEqual([description, endpoints.length, endpoints[0].type], ['rotated', 1, 'RPC_RELAY'])
})

test('A registered node is deleted by its administrator, or by the council without it', async () => {
  const [own, other] = [await create(), await create()]
  assert.equal(await statusOf(execute(remove(own), client)), 'INVALID_SIGNATURE')
  await execute(remove(own), client, admin)
  assert.equal(await shown(own), undefined)
  assert.equal(await statusOf(execute(remove(own), client, admin)), 'INVALID_REGISTERED_NODE_ID')
  const byCouncil = body({ registeredNodeDelete: { registeredNodeId: toLong(BigInt(other)) } }, 2)
  assert.equal(await raw.run(byCouncil, [signerFor(2)]), 'SUCCESS')
  assert.equal(await statusOf(execute(update(999_999).setDescription('ghost'), client)), 'INVALID_REGISTERED_NODE_ID')
})

test('A registered node cannot be deleted while a consensus node names it', async () => {
  const id = await create()
  const associated = async () => (await mirror('/network/nodes')).json.nodes[0].associated_registered_nodes
  await execute(
    new NodeUpdateTransaction().setNodeId(Long.ZERO).addAssociatedRegisteredNode(Long.fromNumber(id)),
    client,
    treasury,
  )
  assert.deepEqual(await associated(), [id])
  assert.equal(await statusOf(execute(remove(id), client, admin)), 'REGISTERED_NODE_STILL_ASSOCIATED')
  await execute(new NodeUpdateTransaction().setNodeId(Long.ZERO).setDescription('kept'), client, treasury)
  assert.deepEqual(await associated(), [id], 'an update that does not name the list leaves it')
  await execute(new NodeUpdateTransaction().setNodeId(Long.ZERO).clearAssociatedRegisteredNodes(), client, treasury)
  assert.deepEqual(await associated(), [])
  await execute(remove(id), client, admin)
})

test('A consensus node names at most twenty registered nodes, and all must exist', async () => {
  const id = await create()
  const named = (ids: number[]) =>
    new NodeUpdateTransaction().setNodeId(Long.ZERO).setAssociatedRegisteredNodes(ids.map((id) => Long.fromNumber(id)))
  const many = execute(named(Array(21).fill(id)), client, treasury)
  assert.equal(await statusOf(many), 'MAX_REGISTERED_NODES_EXCEEDED')
  assert.equal(await statusOf(execute(named([999_999]), client, treasury)), 'INVALID_REGISTERED_NODE_ID')
})

const key: proto.IKey = { ed25519: admin.publicKey.toBytesRaw() }
const endpoint = { domainName: 'a.example', port: 443, mirrorNode: {} }
type Creation = NonNullable<proto.ITransactionBody['registeredNodeCreate']>
const REFUSED: [what: string, code: string, fields: Creation][] = [
  ['no admin key', 'KEY_REQUIRED', { adminKey: null }],
  ['an empty admin key', 'KEY_REQUIRED', { adminKey: { keyList: { keys: [] } } }],
  ['an admin key of 5 bytes', 'INVALID_ADMIN_KEY', { adminKey: { ed25519: Buffer.alloc(5) } }],
  ['a long description', 'INVALID_NODE_DESCRIPTION', { description: 'ä'.repeat(51) }],
  ['a description with a NUL', 'INVALID_NODE_DESCRIPTION', { description: 'a\0' }],
  ['no endpoint', 'INVALID_REGISTERED_ENDPOINT', { serviceEndpoint: [] }],
  ['51 endpoints', 'REGISTERED_ENDPOINTS_EXCEEDED_LIMIT', { serviceEndpoint: Array(51).fill(endpoint) }],
  ['port 65536', 'INVALID_REGISTERED_ENDPOINT', { serviceEndpoint: [{ ...endpoint, port: 65_536 }] }],
  ['no address', 'INVALID_REGISTERED_ENDPOINT', { serviceEndpoint: [{ port: 1, mirrorNode: {} }] }],
  [
    'an address of 3 bytes',
    'INVALID_REGISTERED_ENDPOINT_ADDRESS',
    { serviceEndpoint: [{ ipAddress: Buffer.alloc(3), port: 1, mirrorNode: {} }] },
  ],
  ...[
    '',
    ' ',
    '-a.example',
    'a-.example',
    'a..example',
    'ä.example',
    'a_b.example',
    'a'.repeat(64),
    'a.'.repeat(126),
  ].map((domainName): [string, string, Creation] => [
    `the name ${domainName.slice(0, 20)}`,
    'INVALID_REGISTERED_ENDPOINT_ADDRESS',
    { serviceEndpoint: [{ ...endpoint, domainName }] },
  ]),
  [
    'an endpoint without a type',
    'INVALID_REGISTERED_ENDPOINT_TYPE',
    { serviceEndpoint: [{ domainName: 'a.example', port: 1 }] },
  ],
  ...['x'.repeat(101), 'a\0b'].map((description): [string, string, Creation] => [
    `a service described by ${description.length} characters`,
    'INVALID_REGISTERED_ENDPOINT',
    { serviceEndpoint: [{ domainName: 'a.example', port: 1, generalService: { description } }] },
  ]),
]

for (const [what, code, fields] of REFUSED)
  test(`A registered node with ${what} is not created: ${code}`, async () => {
    const { publicKey, pair } = signerOf(generateKeyPairSync('ed25519').privateKey)
    const creation = { adminKey: { ed25519: publicKey }, serviceEndpoint: [endpoint], ...fields }
    const code_ = await raw.run(body({ registeredNodeCreate: creation }), [signerFor(1022), { publicKey, pair }])
    assert.equal(code_, code)
  })

test('A creation without its admin key is refused, and so is a change of a negative id', async () => {
  const creation = body({ registeredNodeCreate: { adminKey: key, serviceEndpoint: [endpoint] } })
  assert.equal(await raw.run(creation, [signerFor(1022)]), 'INVALID_SIGNATURE')
  for (const change of ['registeredNodeUpdate', 'registeredNodeDelete']) {
    const negative = body({ [change]: { registeredNodeId: toLong(-1n) } })
    assert.equal(await raw.run(negative, [signerFor(1022)]), 'INVALID_REGISTERED_NODE_ID', change)
  }
})

test('A registered node is created by schedule (scheduling.whitelist)', async () => {
  const creation = new RegisteredNodeCreateTransaction().setAdminKey(admin.publicKey).setServiceEndpoints([block()])
  await execute(new ScheduleCreateTransaction().setScheduledTransaction(creation), client, admin)
  const { json } = await mirror('/transactions?limit=1&order=desc')
  assert.deepEqual([json.transactions[0].name, json.transactions[0].result], ['REGISTEREDNODECREATE', 'SUCCESS'])
})

test('The list is paged and filtered by id and type, and refuses what NetworkController refuses', async () => {
  const path = '/network/registered-nodes'
  const [first, second] = [
    await create(),
    await create(new RpcRelayServiceEndpoint().setDomainName('r.example').setPort(1)),
  ]
  const ids = async (query: string) =>
    (await mirror(`${path}?${query}`)).json.registered_nodes.map((node: MirrorJson) => node.registered_node_id)
  assert.deepEqual(await ids(`registerednode.id=gte:${first}`), [first, second])
  assert.deepEqual(await ids(`registerednode.id=gte:${first}&order=desc`), [second, first])
  assert.deepEqual(await ids(`registerednode.id=gte:${first}&type=rpc_relay`), [second])
  assert.deepEqual(await ids(`registerednode.id=${first}&type=RPC_RELAY`), [])
  const { json } = await mirror(`${path}?registerednode.id=gte:${first}&limit=1`)
  assert.equal(json.links.next, `/api/v1${path}?limit=1&registerednode.id=gt:${first}`)
  for (const query of [
    ...['-1', 'abc', 'eq:1:2', '9223372036854775808', 'ne:1', '1&registerednode.id=2'].map(
      (id) => `registerednode.id=${id}`,
    ),
    'registerednode.id=gt:5&registerednode.id=lt:4',
    ...['type=NODE', 'limit=101', 'limit=0', 'order=up', 'node.id=1'],
  ])
    assert.equal((await mirror(`${path}?${query}`)).status, 400, query)
})

test('Registered nodes, their ids and associations are there again after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'registered-'))
  const stops: (() => Promise<void>)[] = []
  const start = () => testNetwork({ after: (stop) => void stops.push(stop) }, { dataDir })
  const creation = () =>
    new RegisteredNodeCreateTransaction().setAdminKey(admin.publicKey).setServiceEndpoints([block()])
  try {
    const first = await start()
    for (let made = 0; made < 2; made++) await execute(creation(), first.client, admin)
    await execute(remove(2), first.client, admin)
    const before = (await first.mirror('/network/registered-nodes')).json
    await stops.shift()?.()
    const second = await start()
    assert.deepEqual((await second.mirror('/network/registered-nodes')).json, before)
    assert.equal(Number((await execute(creation(), second.client, admin)).registeredNodeId), 3)
  } finally {
    for (const stop of stops) await stop()
    rmSync(dataDir, { recursive: true })
  }
})
