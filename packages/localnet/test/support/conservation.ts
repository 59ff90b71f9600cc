import assert from 'node:assert/strict'
import { TOTAL_SUPPLY } from '../../src/ledger/genesis.ts'
import type { State } from '../../src/state/state.ts'

/**
 * Checks that no hbar is lost, that the holders of each token have its whole supply, and that each holder's count of
 * NFTs equals the NFTs that name it as their owner.
 */
export function checkConservation(state: State): void {
  let hbar = 0n
  for (const { num, balance } of state.accounts.values()) {
    assert.ok(balance >= 0n, `0.0.${num} has ${balance}`)
    hbar += balance
  }
  assert.equal(hbar, TOTAL_SUPPLY)
  const held = new Map<number, bigint>()
  for (const { account, token, balance } of state.relations.values()) {
    assert.ok(balance >= 0n, `0.0.${account} has ${balance} of 0.0.${token}`)
    held.set(token, (held.get(token) ?? 0n) + balance)
  }
  for (const { num, totalSupply } of state.tokens.values()) assert.equal(held.get(num) ?? 0n, totalSupply, `0.0.${num}`)
  checkOwners(state)
}

function checkOwners(state: State): void {
  const owned = new Map<string, bigint>()
  for (const { owner, token } of state.nfts.values()) {
    const key = `${owner}/${token}`
    if (owner !== 0) owned.set(key, (owned.get(key) ?? 0n) + 1n)
  }
  for (const { account, token, balance } of state.relations.values()) {
    const isNft = state.tokens.get(token)?.type.startsWith('NON') ?? false
    if (isNft) assert.equal(owned.get(`${account}/${token}`) ?? 0n, balance, `NFTs 0.0.${token} of 0.0.${account}`)
  }
}
