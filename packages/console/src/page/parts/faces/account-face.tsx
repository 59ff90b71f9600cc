import { useQuery } from '@tanstack/react-query'
import { everyWalletQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { Face } from './face.tsx'

/** The identicon of an account. The reader's wallets have the identicon of a wallet. */
export function AccountFace(props: {
  id: string
  /** A name that may be shown. */
  name?: string | undefined
  kind?: 'person' | 'wallet'
  size?: number
}) {
  const { account } = useSession()
  const { data: wallets } = useQuery({ ...everyWalletQuery(), enabled: account !== null })
  const { kind = 'person', ...others } = props
  const isWallet = kind === 'wallet' || (wallets?.some(({ wallet }) => wallet === props.id) ?? false)
  return <Face {...others} kind={isWallet ? 'wallet' : kind} />
}
