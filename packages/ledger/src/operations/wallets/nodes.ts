/** Consensus nodes, by their admin key (HIP-869). Only the council creates them, and pays for that itself. */
import { Long, NodeDeleteTransaction, NodeUpdateTransaction, ServiceEndpoint } from '@hiero-ledger/sdk'
import { AccountId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { keyToSdk } from '../../keys/key-encodings.ts'
import type { Ledger } from '../../ledger.ts'
import { exact, KeyIn, readKey } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const NodePath = Type.Object({ node: Type.String({ pattern: '^(0|[1-9][0-9]{0,8})$' }) })
const Endpoint = Type.String({
  maxLength: 260,
  examples: ['192.0.2.7:50211'],
  description: 'an IPv4 address or a domain name, and a port',
})
const Hex = Type.String({ pattern: '^0x([0-9a-f]{2})+$', description: 'bytes in hex, with 0x' })

export const updateNode = defineOperation({
  name: 'update/node',
  method: 'PATCH',
  path: '/nodes/{node}',
  tag: 'nodes',
  summary: 'Change a consensus node',
  params: NodePath,
  body: Type.Object(
    {
      nodeAccountId: Type.Optional(AccountId),
      description: Type.Optional(Type.String({ maxLength: 100 })),
      adminKey: Type.Optional(KeyIn),
      declineReward: Type.Optional(Type.Boolean()),
      gossipEndpoints: Type.Optional(Type.Array(Endpoint, { minItems: 1, maxItems: 10 })),
      serviceEndpoints: Type.Optional(Type.Array(Endpoint, { minItems: 1, maxItems: 8 })),
      gossipCertificate: Type.Optional(Hex),
      grpcCertificateHash: Type.Optional(Hex),
    },
    exact,
  ),
  async prepare({ params: { node }, body }, { ledger, facts }) {
    await existing(ledger, node)
    const transaction = new NodeUpdateTransaction().setNodeId(Long.fromString(node))
    if (body.nodeAccountId !== undefined) {
      await facts.account(body.nodeAccountId, 'nodeAccountId', 'INVALID_NODE_ACCOUNT_ID')
      transaction.setAccountId(body.nodeAccountId)
    }
    if (body.description !== undefined) transaction.setDescription(body.description)
    if (body.adminKey !== undefined) transaction.setAdminKey(keyToSdk(readKey(body.adminKey, 'adminKey')))
    if (body.declineReward !== undefined) transaction.setDeclineReward(body.declineReward)
    if (body.gossipEndpoints) transaction.setGossipEndpoints(body.gossipEndpoints.map(endpointOf))
    if (body.serviceEndpoints) transaction.setServiceEndpoints(body.serviceEndpoints.map(endpointOf))
    if (body.gossipCertificate !== undefined) transaction.setGossipCaCertificate(bytesOf(body.gossipCertificate))
    if (body.grpcCertificateHash !== undefined) transaction.setCertificateHash(bytesOf(body.grpcCertificateHash))
    return { transaction }
  },
})

export const deleteNode = defineOperation({
  name: 'delete/node',
  method: 'DELETE',
  path: '/nodes/{node}',
  tag: 'nodes',
  summary: 'Delete a consensus node',
  params: NodePath,
  body: Type.Optional(Type.Object({}, exact)),
  async prepare({ params: { node } }, { ledger }) {
    await existing(ledger, node)
    return { transaction: new NodeDeleteTransaction().setNodeId(Long.fromString(node)) }
  },
})

/** @throws 422 INVALID_NODE_ID */
async function existing({ mirror, chain }: Ledger, node: string): Promise<void> {
  if (await mirror.node(Number(node))) return
  throw unprocessable('INVALID_NODE_ID', `The consensus node ${node} does not exist on ${chain}`)
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')

function endpointOf(text: string): ServiceEndpoint {
  const [host = '', port = ''] = text.split(':')
  const endpoint = new ServiceEndpoint().setPort(Number(port))
  const isAddress = /^\d{1,3}(\.\d{1,3}){3}$/.test(host)
  return isAddress
    ? endpoint.setIpAddressV4(Uint8Array.from(host.split('.').map(Number)))
    : endpoint.setDomainName(host)
}
