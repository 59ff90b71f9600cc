/** Shows a wallet's key as it is on the ledger, labelled with the current keys of the owners and the reader. */
import { Text } from '@mantine/core'
import { type Key, sameKey, signsAlone } from '@quorate/verify'
import type { Wallet } from '../api/client.ts'
import { useMe } from '../api/session.tsx'
import { Loaded } from '../parts/layout/states.tsx'
import { hasKey, keyTree, ownersByKey } from '../parts/ledger/key-tree.ts'
import { KeyTree } from '../parts/ledger/key-tree.tsx'
import { useTexts } from '../texts/language.tsx'
import { useKeys } from './use-keys.ts'

function useWalletKeys(wallet: Wallet | undefined) {
  const me = useMe()
  const accounts = wallet ? [wallet.wallet, ...wallet.settings.owners.map((owner) => owner.wallet), me] : []
  return useKeys([...new Set(accounts)])
}

/** The owners whose accounts now have keys that are not in the wallet's key. They cannot sign for the wallet. */
export function useStaleOwners(wallet: Wallet | undefined): ReadonlySet<string> {
  const { data: keys } = useWalletKeys(wallet)
  const key = wallet && keys?.get(wallet.wallet)
  const stale = (wallet?.settings.owners ?? []).filter((owner) => {
    const now = keys?.get(owner.wallet)
    return key && now && !hasKey(key, now)
  })
  return new Set(stale.map((owner) => owner.wallet))
}

/**
 * How the wallet's key on the ledger compares with the rule and the owners that the service shows: `same`; `stale` if
 * some owners' accounts have other keys now; `other` if it is not the key of that rule. Undefined until it is read.
 */
export function useKeyMatch(wallet: Wallet | undefined): 'same' | 'stale' | 'other' | undefined {
  const { data: keys } = useWalletKeys(wallet)
  const key = wallet && keys?.get(wallet.wallet)
  if (!key || !keys) return undefined
  const { threshold, owners } = wallet.settings
  const parts = owners.map((owner) => keys.get(owner.wallet))
  const rule = (of: readonly (Key | undefined)[]): Key => ({ type: 'threshold', threshold, keys: of as Key[] })
  if (parts.every((part) => part !== undefined) && sameKey(key, rule(parts))) return 'same'
  const single = owners.length === 1 && key.type !== 'threshold' && key.type !== 'list'
  const isRule =
    single || (key.type === 'threshold' && sameKey(key, rule(key.keys)) && key.keys.length === owners.length)
  return isRule ? 'stale' : 'other'
}

/** The owners whose accounts require several signatures. No single key can sign in as them. */
export function useJointOwners(wallet: Wallet | undefined): ReadonlySet<string> {
  const { data: keys } = useWalletKeys(wallet)
  const joint = (wallet?.settings.owners ?? []).filter((owner) => {
    const key = keys?.get(owner.wallet)
    return key && signsAlone(key).length === 0
  })
  return new Set(joint.map((owner) => owner.wallet))
}

/** @param props.signers The public keys whose signatures count, if a request is shown */
export function WalletKeyTree({ wallet, signers }: { wallet: Wallet; signers?: ReadonlySet<string> }) {
  const { keys: texts } = useTexts()
  const { owners } = wallet.settings
  const query = useWalletKeys(wallet)
  return (
    <Loaded query={query} rows={1}>
      {(keys) => {
        const key = keys.get(wallet.wallet)
        if (!key) return <Text>{texts.none}</Text>
        const accounts = ownersByKey([...keys].filter(([account]) => account !== wallet.wallet))
        return (
          <KeyTree
            tree={keyTree(key, { owners: accounts, ...(signers ? { signers } : {}) })}
            names={new Map(owners.map((owner) => [owner.wallet, owner.name]))}
            signing={signers !== undefined}
            label={texts.ofWallet}
          />
        )
      }}
    </Loaded>
  )
}
