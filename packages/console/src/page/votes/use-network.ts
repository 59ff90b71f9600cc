import { QuorateError } from '@quorate/client'
import { type NetworkTrust, networkTrust, type ProposalRecord } from '@quorate/verify/recount'
import { useState } from 'react'
import { api, governanceUrl } from '../api/client.ts'
import { ledgerNow } from '../api/time.ts'
import { acceptedKeys, acceptKey } from './network-keys.ts'

export interface Network {
  /** undefined if votes are not secret. */
  networkKey: string | undefined
  trust: NetworkTrust
  /** Whether the rules of the DAO name it. */
  isOfRules: boolean
  /** Whether the user accepts a key that differs from the earlier ones. */
  isAccepted: boolean
  accept(isAccepted: boolean): void
  /** The key to seal for. @throws QuorateError `NETWORK_KEY_DIFFERS` */
  trusted(): Promise<string | undefined>
  /** Remembers the key, once a vote was cast with it. */
  keep(): void
}

/** The network that seals the votes on a proposal, compared with the keys that this browser's user has accepted. */
export function useNetwork({ chain, ballotKey, votingRules }: ProposalRecord): Network {
  const networkKey = ballotKey?.networkKey
  const [acceptedFor, setAcceptedFor] = useState<string>()
  const place = { governanceUrl, chain }
  const trust = networkKey === undefined ? 'known' : networkTrust(networkKey, acceptedKeys(place))
  const isAccepted = networkKey !== undefined && acceptedFor === networkKey
  return {
    networkKey,
    trust,
    isOfRules: networkKey !== undefined && votingRules.networkKey === networkKey,
    isAccepted,
    accept: (is) => setAcceptedFor(is ? networkKey : undefined),
    async trusted() {
      if (trust === 'changed' && !isAccepted) throw differs('the key of the network has changed')
      // The node's answer counts only while the user has accepted no key yet.
      if (trust === 'first' && networkKey !== undefined) {
        const { networkKeys } = await api.node.get('/ballot-keys')
        if (!networkKeys.includes(networkKey)) throw differs(`the node names ${networkKeys.join(', ')}`)
      }
      return networkKey
    },
    keep() {
      if (networkKey !== undefined) acceptKey(place, networkKey, ledgerNow())
    },
  }
}

const differs = (why: string) =>
  new QuorateError({ code: 'NETWORK_KEY_DIFFERS', message: `Nothing was signed: ${why}` })
