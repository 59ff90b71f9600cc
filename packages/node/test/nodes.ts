/** Several nodes on one embedded ledger that reach each other, share a key, and can be stopped and restarted. */
import assert from 'node:assert/strict'
import { createPublicKey, verify as nodeVerify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { keyToSdk, signerFromText } from '@quorate/ledger'
import { localnet } from '@quorate/localnet'
import { testClock } from '@quorate/platform/testing'
import { loadShareKey } from '../src/keys/key-files.ts'
import { createSecretBox } from '../src/keys/secret-box.ts'
import { createShares } from '../src/shared-key/shares.ts'
import { CHAIN, type Harness, type Kept, loggedIn, openHarness } from './harness.ts'
import { createTopic } from './members.ts'

/** The account that is an operator of all nodes. */
const ADMIN = '0.0.1026'

export type Nodes = Awaited<ReturnType<typeof openNodes>>

export async function openNodes() {
  const clock = testClock()
  const network = await localnet({
    clock: { now: () => BigInt(clock.now()) * 1_000_000n },
    ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 },
  })
  const folder = await mkdtemp(join(tmpdir(), 'quorate-nodes-'))
  const accountOf = (id: string) => network.accounts.find((account) => account.id === id) ?? assert.fail(id)
  const topic = await createTopic(network, clock)
  const entrances = new Map<string, Awaited<ReturnType<typeof createEntrance>>>()
  const running = new Map<string, Harness>()
  const stopped = new Map<string, Kept>()
  let env: Record<string, string> = {}
  let lists = 0

  async function entranceOf(id: string) {
    const entrance = entrances.get(id) ?? (await createEntrance())
    entrances.set(id, entrance)
    return entrance
  }

  const nodes = {
    clock,
    topic,
    /** Sets the list of nodes and the threshold for nodes that start from now on. */
    async list(ids: readonly string[], threshold: number): Promise<void> {
      const members = await Promise.all(
        ids.map(async (walletId) => ({
          walletId,
          url: (await entranceOf(walletId)).url,
          publicKey: keyToSdk(signerFromText(accountOf(walletId).privateKey).publicKey).toString(),
        })),
      )
      const path = join(folder, `${++lists}.json`)
      await writeFile(path, JSON.stringify({ members }))
      env = { NETWORK_MEMBERS: path, DKG_TOPIC: topic, NETWORK_HEARTBEAT: '50', NETWORK_THRESHOLD: String(threshold) }
      env.ADMIN_WALLETS = ADMIN
    },
    /** Starts a node, with its earlier database if it ran before. */
    async start(id: string, more: Record<string, string> = {}): Promise<Harness> {
      const kept = stopped.get(id)
      stopped.delete(id)
      const node = await openHarness({ ...env, ...more }, { ...kept, network, clock }, { operatorId: id })
      running.set(id, node)
      ;(await entranceOf(id)).leadTo(node.url)
      return node
    },
    startAll: (ids: readonly string[], more: Record<string, string> = {}): Promise<Harness[]> =>
      Promise.all(ids.map((id) => nodes.start(id, more))),
    /** Another process of a running node, on its database. The caller stops it. */
    beside: (id: string): Promise<Harness> => {
      const { server, dataDir } = nodes.of(id)
      return openHarness(env, { network, clock, server, dataDir }, { operatorId: id })
    },
    async stop(id: string): Promise<void> {
      const node = running.get(id) ?? assert.fail(id)
      running.delete(id)
      stopped.set(id, await node.stop())
    },
    /** Starts a stopped node without its database and files. */
    async startEmpty(id: string, more: Record<string, string> = {}): Promise<Harness> {
      await forget(id)
      return nodes.start(id, more)
    },
    of: (id: string): Harness => running.get(id) ?? assert.fail(`${id} does not run`),
    /** Hides this node from the other nodes, or lets them reach it again. */
    reachable: async (id: string, isReachable: boolean): Promise<void> =>
      (await entranceOf(id)).leadTo(isReachable ? nodes.of(id).url : undefined),
    /** Lets another server answer for this node, as if the node had been taken over. */
    replacedBy: async (id: string, url: string): Promise<void> => (await entranceOf(id)).leadTo(url),
    /** Calls a node's `/smart-node/dkg/` endpoints as its operator. */
    async call(id: string, method: string, path = '', body?: object) {
      const node = nodes.of(id)
      return node.ask(`/smart-node/dkg${path && `/${path}`}`, { method, body, token: await loggedIn(node, ADMIN) })
    },
    begin: (id: string, kind: string) => nodes.call(id, 'POST', '', { kind }),
    async metrics(id: string): Promise<string> {
      // Answers are cached for a while.
      clock.advance(10_000)
      return (await fetch(`${nodes.of(id).url}/metrics`)).text()
    },
    /**
     * Waits until the node's answer about the shared key satisfies `isSo`. Asks again after each round of heartbeats.
     */
    async until(
      id: string,
      isSo: (told: { epoch: number | null; canFail: number | null; hasShare: boolean }) => boolean,
    ): Promise<void> {
      while (!isSo(await nodes.told(id))) {
        const { promise, resolve } = Promise.withResolvers<void>()
        for (const state of ['online', 'offline'] as const)
          nodes.of(id).events.on(`smart_node.monitors.network_threshold_${state}`, () => resolve())
        await promise
      }
    },
    /** Starts a ceremony at `by` and waits until all of `ids` have seen its end. Returns their answers after that. */
    async ceremony(by: string, kind: string, ids: readonly string[] = [...running.keys()]) {
      const ended = ids.map((id) => reached(nodes.of(id), 'done'))
      const { status, body } = await nodes.begin(by, kind)
      assert.equal(status, 202, JSON.stringify(body))
      await Promise.all(ended)
      return Promise.all(ids.map((id) => nodes.told(id)))
    },
    /** A node's answer about the shared key. */
    told: async (id: string) => (await nodes.of(id).ask('/smart-node/dkg')).body,
    /** Makes a node ask the others for a test signature. */
    async assertSigns(id: string, publicKey: string): Promise<void> {
      const { status, body } = await nodes.call(id, 'POST', 'verify')
      assert.deepEqual([status, body.publicKey], [200, publicKey], JSON.stringify(body))
      const key = { crv: 'Ed25519', kty: 'OKP', x: Buffer.from(publicKey, 'hex').toString('base64url') }
      const [message, signature] = [body.message, body.signature].map((hex) => Buffer.from(hex, 'hex'))
      assert.ok(nodeVerify(null, message ?? assert.fail(), createPublicKey({ key, format: 'jwk' }), signature ?? ''))
    },
    /** The share in a node's database. */
    share: (id: string) => nodes.shareWith(id, loadShareKey({ DATA_DIR: nodes.of(id).dataDir })),
    async shareWith(id: string, key: Uint8Array): Promise<Uint8Array | undefined> {
      const { tokens } = nodes.of(id)
      const shareBox = createSecretBox(key)
      const shares = createShares({ database: tokens.database, shareBox, clock, log: { error: assert.fail } }, CHAIN)
      return (await shares.held())?.share
    },
    /** How many encrypted shares and ceremony seeds a node's database contains. */
    async secrets(id: string): Promise<{ shares: number; seeds: number }> {
      const { read } = nodes.of(id).tokens.database
      const shares = await read.selectFrom('node.shared_key').where('share', 'is not', null).select('epoch').execute()
      const seeds = await read.selectFrom('node.ceremony').where('seed', 'is not', null).select('dkg_id').execute()
      return { shares: shares.length, seeds: seeds.length }
    },
    async [Symbol.asyncDispose]() {
      for (const node of running.values()) await node[Symbol.asyncDispose]()
      for (const id of stopped.keys()) await forget(id)
      for (const entrance of entrances.values()) entrance.close()
      await network.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  async function forget(id: string): Promise<void> {
    const kept = stopped.get(id)
    stopped.delete(id)
    await kept?.server.close()
    if (kept) await rm(kept.dataDir, { recursive: true, force: true })
  }
  return nodes
}

/** Resolves when the node has seen this phase. Call this before the action that leads to the phase. */
export const reached = (node: Harness, phase: string, missing?: readonly string[]): Promise<void> =>
  new Promise((resolve) =>
    node.events.on('smart_node.dkg.progress', (seen) => {
      if (seen.phase === phase && (!missing || String(seen.missing) === String(missing))) resolve()
    }),
  )

/** A proxy whose address is known before its node runs. */
async function createEntrance() {
  let target: string | undefined
  const server = createServer(async (request, response) => {
    try {
      const given = await buffer(request)
      const answer = await fetch(`${target ?? assert.fail()}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(given.length > 0 ? { body: given } : {}),
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    } catch {
      response.destroy()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url: string | undefined): void {
      target = url
    },
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}
