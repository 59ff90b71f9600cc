import assert from 'node:assert/strict'
import { accountNumber } from '../../src/protocol/ids.ts'
import { isActive, type Key, type Signer } from '../../src/protocol/keys.ts'
import type { Account, Token } from '../../src/state/entities.ts'
import type { Originals } from '../../src/state/journal.ts'
import type { State } from '../../src/state/state.ts'

type Signed = (key: Signer) => boolean

/**
 * Checks that everybody who lost something, or whose property changed, has signed. It judges by what changed, not by
 * the ledger's own rules about who must sign. `payer` is the only account that may pay for it.
 */
export class Consent {
  readonly #state: State
  readonly #payer: number
  readonly #signed: Signed

  constructor(state: State, payer: number, signed: Signed) {
    this.#state = state
    this.#payer = payer
    this.#signed = signed
  }

  check(originals: Originals): void {
    this.#checkAccounts(originals)
    this.#checkHoldings(originals)
    this.#checkNfts(originals)
    this.#checkAllowances(originals)
    this.#checkAirdrops(originals)
    this.#checkTokens(originals)
    this.#checkOthers(originals)
  }

  #has(...keys: readonly (Key | null | undefined)[]): boolean {
    return keys.some((key) => key != null && isActive(key.rule, this.#signed))
  }

  #account(num: number): boolean {
    return num === this.#payer || this.#has(this.#state.accounts.get(num)?.key)
  }

  /** Whether one of the token's keys signed, as they were before. */
  #token(token: Token | undefined): boolean {
    if (!token) return false
    const { adminKey, kycKey, freezeKey, wipeKey, supplyKey, feeScheduleKey, pauseKey, metadataKey } = token
    return this.#has(adminKey, kycKey, freezeKey, wipeKey, supplyKey, feeScheduleKey, pauseKey, metadataKey)
  }

  /** Whether the owner gave it away earlier, by an airdrop that its receiver claims now. */
  #isClaimed(originals: Originals, sender: number, token: number): boolean {
    const removed = [...this.#state.pendingAirdrops.changed(originals)]
    return removed.some(([, before, after]) => before && !after && before.sender === sender && before.token === token)
  }

  #checkAccounts(originals: Originals): void {
    for (const [num, before, after] of this.#state.accounts.changed(originals)) {
      if (!before || !after || num === this.#payer || this.#has(before.key)) continue
      assert.deepEqual(own(after), own(before), `0.0.${num} changed`)
      assert.ok(after.balance >= before.balance, `0.0.${num} paid`)
    }
  }

  #checkHoldings(originals: Originals): void {
    for (const [name, before, after] of this.#state.relations.changed(originals)) {
      const relation = after ?? before
      if (!relation || this.#account(relation.account) || this.#token(this.#state.tokens.get(relation.token))) continue
      assert.ok(after, `${name} is dissociated`)
      assert.ok(before || after.automatic, `${name} is associated`)
      const isClaimed = this.#isClaimed(originals, relation.account, relation.token)
      assert.ok(isClaimed || after.balance >= (before?.balance ?? 0n), `${name} has less`)
      if (before) assert.deepEqual([after.frozen, after.kycGranted], [before.frozen, before.kycGranted], name)
    }
  }

  #checkNfts(originals: Originals): void {
    for (const [name, before, after] of this.#state.nfts.changed(originals)) {
      if (!before || this.#account(before.owner) || this.#token(this.#state.tokens.get(before.token))) continue
      if (this.#isClaimed(originals, before.owner, before.token)) continue
      const granted = [...this.#state.nftAllowances.values()]
        .filter(({ owner, token }) => owner === before.owner && token === before.token)
        .map(({ spender }) => spender)
      const spenders = before.spender === null ? granted : [...granted, before.spender]
      assert.ok(
        spenders.some((spender) => this.#account(spender)),
        `NFT ${name} changed: ${JSON.stringify(after?.owner)}`,
      )
    }
  }

  #checkAllowances(originals: Originals): void {
    const { hbarAllowances, tokenAllowances, nftAllowances } = this.#state
    for (const table of [hbarAllowances, tokenAllowances, nftAllowances])
      for (const [name, before, after] of table.changed(originals))
        assert.ok(this.#account((after ?? before)?.owner ?? -1), `allowance ${name}`)
  }

  #checkAirdrops(originals: Originals): void {
    for (const [name, before, after] of this.#state.pendingAirdrops.changed(originals)) {
      const airdrop = after ?? before
      const claimed = before && !after && this.#account(before.receiver)
      assert.ok(airdrop && (claimed || this.#account(airdrop.sender)), `airdrop ${name}`)
    }
  }

  #checkTokens(originals: Originals): void {
    for (const [num, before, after] of this.#state.tokens.changed(originals)) {
      if (!after) continue
      if (before && !this.#token(before))
        assert.deepEqual({ ...after, expiry: 0n }, { ...before, expiry: 0n }, `token ${num}`)
      for (const role of ['treasury', 'autoRenewAccount'] as const)
        if (after[role] !== before?.[role] && after[role] !== null)
          assert.ok(this.#account(after[role]), `${role} of token ${num}`)
      if (before) continue
      for (const { feeCollectorAccountId, fractionalFee } of after.customFees)
        assert.ok(!fractionalFee || this.#account(accountNumber(feeCollectorAccountId)), `collector of token ${num}`)
    }
  }

  #checkOthers(originals: Originals): void {
    const { topics, files, schedules, nodes, registeredNodes } = this.#state
    for (const [num, before, after] of topics.changed(originals)) {
      if (before && !this.#has(before.adminKey, before.submitKey))
        assert.deepEqual({ ...after, expiry: 0n }, { ...before, expiry: 0n }, `topic ${num}`)
      if (after && after.autoRenewAccount !== null && after.autoRenewAccount !== before?.autoRenewAccount)
        assert.ok(this.#account(after.autoRenewAccount), `renewal of topic ${num}`)
    }
    for (const [num, before, after] of files.changed(originals))
      if (before && !this.#has(before.keys))
        assert.deepEqual({ ...after, expiry: 0n }, { ...before, expiry: 0n }, `file ${num}`)
    for (const [num, before, after] of schedules.changed(originals))
      assert.ok(!before || !after?.deletedAt || this.#has(before.adminKey), `schedule ${num}`)
    for (const [num, before] of nodes.changed(originals))
      assert.ok(!before || this.#has(before.adminKey) || this.#account(before.account), `node ${num}`)
    for (const [num, before] of registeredNodes.changed(originals))
      assert.ok(!before || this.#has(before.adminKey), `registered node ${num}`)
  }
}

/** The fields that only the account itself may change. */
const own = ({ key, memo, receiverSigRequired, deleted, expiry, autoRenewPeriod, ...rest }: Account) => {
  const { maxAutoAssociations, stakedAccount, stakedNode, declineReward, alias, evmAddress } = rest
  const settings = { memo, receiverSigRequired, deleted, expiry, autoRenewPeriod, maxAutoAssociations, declineReward }
  return { ...settings, key: key.encoded, stakedAccount, stakedNode, alias, evmAddress }
}
