import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Transaction } from '@hiero-ledger/sdk'
import { signerFromText } from '@quorate/ledger'
import { testDatabase } from '@quorate/platform/testing'
import { CHAIN, challenge, loginBody, OTHER_CHAIN, openHarness } from './harness.ts'
import { walletsOf } from './wallets.ts'

const fresh = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('hex')

/** The error of a refused start. The ledger and the database belong to another process. */
async function refusedStart(env: Record<string, string>): Promise<string> {
  await using running = await openHarness()
  const { network, clock, dataDir } = running
  const server = await testDatabase()
  const said = await openHarness(env, { network, clock, dataDir, server }).then(
    () => 'it started',
    (error) => String(error),
  )
  await server.close()
  return said
}

describe('Each chain', () => {
  test("has its own network key, so that a signature for one chain's account cannot be executed on the other", async () => {
    await using harness = await openHarness({}, {}, { mirrorTimeoutMs: 10_000 })
    assert.equal((await stat(join(harness.dataDir, 'network-key.pem'))).mode & 0o777, 0o600)
    assert.equal((await stat(join(harness.dataDir, 'network-key-hedera-testnet.pem'))).mode & 0o777, 0o600)
    const wallets = walletsOf(harness)
    const ada = await wallets.person()
    const signer = signerFromText(ada.key.toStringDer())
    const given = await challenge(harness, `?chain=${OTHER_CHAIN}`)
    const login = await harness.ask('/auth/web3/login', { body: loginBody(ada.id, signer, given) })
    assert.equal(login.status, 200, JSON.stringify(login.body))
    const tokens = { [CHAIN]: ada.token, [OTHER_CHAIN]: login.body.accessToken as string }
    const accounts: Record<string, string> = {}
    for (const [chain, token] of Object.entries(tokens)) {
      // Both chains use one embedded ledger here. They share account numbers and owners.
      const written = await fetch(`${harness.url}/validators/accounts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          smartNodeSecurity: 'full',
          actionsConditions: { values: ['transfer/hbar'], controller: 'owner' },
        }),
      })
      const validatorConsensusTimestamp = await written.text()
      assert.equal(written.status, 200, validatorConsensusTimestamp)
      const creation = { validatorConsensusTimestamp, balance: 1000 }
      const { accountId } = await wallets.done({ ...ada, token }, 'POST', '/accounts', creation)
      accounts[chain] = accountId
    }
    const keyOf = async (chain: string) => (await wallets.mirror(`/accounts/${accounts[chain]}`)).key.key
    assert.notEqual(await keyOf(CHAIN), await keyOf(OTHER_CHAIN))
    const pay = (from: string | undefined) => ({ amount: 1, from, to: ada.id })
    const asked = async (token: string, from: string | undefined) =>
      (await harness.ask('/accounts/transfer/hbar', { token, body: pay(from) })).body
    const signatures = (answer: { bytes: string }) =>
      [...Transaction.fromBytes(Buffer.from(answer.bytes, 'base64')).getSignatures().values()].flatMap((node) =>
        [...node.values()].flatMap((keys) => [...keys.keys()]),
      )
    assert.equal(signatures(await asked(tokens[CHAIN] ?? '', accounts[CHAIN])).length, 1)
    // The session on the other chain gets no signature that this chain's account would accept.
    const elsewhere = await asked(tokens[OTHER_CHAIN] ?? '', accounts[CHAIN])
    assert.equal(signatures(elsewhere).length, 0)
    wallets.client.close()
  })

  test('must have its own key: a start with one key for two chains is refused, wherever the key comes from', async () => {
    const key = fresh()
    const both = { HEDERA_DEVNET_NETWORK_KEY: key, HEDERA_TESTNET_NETWORK_KEY: key }
    assert.match(
      await refusedStart(both),
      /network key of hedera:testnet is also the key of hedera:devnet.*HEDERA_TESTNET_NETWORK_KEY/,
    )
    const defaults = { NETWORK_KEY: key, HEDERA_TESTNET_NETWORK_KEY: key }
    assert.match(await refusedStart(defaults), /network key of hedera:testnet is also the key of hedera:devnet/)
    const ambiguous = { NETWORK_KEY: key, HEDERA_DEVNET_NETWORK_KEY: fresh() }
    assert.match(await refusedStart(ambiguous), /NETWORK_KEY and HEDERA_DEVNET_NETWORK_KEY are both set/)
    for (const said of [await refusedStart(both), await refusedStart(defaults)]) assert.ok(!said.includes(key))
  })

  test('keeps its key: after a change of files, a key that belonged to another chain is refused', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'quorate-keys-'))
    await using first = await openHarness({}, { dataDir })
    const { network, clock, server } = first
    await copyFile(join(dataDir, 'network-key-hedera-testnet.pem'), join(dataDir, 'network-key.pem'))
    await rm(join(dataDir, 'network-key-hedera-testnet.pem'))
    const said = await openHarness({}, { network, clock, server, dataDir }).then(
      () => 'it started',
      (error) => String(error),
    )
    assert.match(said, /network key of hedera:devnet is also the key of hedera:testnet/)
    await rm(dataDir, { recursive: true, force: true })
  })

  test("signs nothing else with its key: neither tokens nor the operator's transactions", async () => {
    const key = fresh()
    const said = await refusedStart({ NETWORK_KEY: key, AUTH_TOKEN_KEY: key })
    assert.match(said, /network key of hedera:devnet is also an operator's key or the key that signs tokens/)
  })
})
