/** Whether a DAO decides over an account of its treasury, as far as the page can tell. */
import type { GovernanceTypes, MultisigTypes, NodeTypes } from '@quorate/client'
import { isOpenedBy } from './forms/operations.ts'

/**
 * - `guarded`: a validator lets decisions of the DAO move what it holds
 * - `wallet`: decisions of the DAO can open requests of this wallet
 * - `owner`: it owns the DAO
 * - `named`: only the DAO's owner says so
 */
export type Control = 'guarded' | 'wallet' | 'owner' | 'named'

/** @param known.rules The validator of the account; undefined if it has none, or it is not known */
export function controlOf(
  account: string,
  dao: Pick<GovernanceTypes['Dao'], 'topicId' | 'ownerAddress'>,
  known: { rules: NodeTypes['AccountValidator'] | undefined; wallets: readonly MultisigTypes['WalletSummary'][] },
): Control {
  const { values = [], controller } = known.rules?.actionsConditions ?? {}
  const moves = values.some((value) => value.startsWith('transfer/'))
  if (dao.topicId !== null && moves && controller === `dao:${dao.topicId}`) return 'guarded'
  const wallet = known.wallets.find((one) => one.wallet === account)
  if (wallet && isOpenedBy(wallet, dao.ownerAddress)) return 'wallet'
  return account === dao.ownerAddress ? 'owner' : 'named'
}
