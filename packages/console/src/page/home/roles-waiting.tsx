/** Changes of roles that wait for the account's signature, and roles that it was offered. */
import { Button, Text } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCalled } from '../address-book/use-called.ts'
import { BALANCE_MS, everyWalletQuery, ownRolesQuery, rolesQuery } from '../api/queries.ts'
import { useMe } from '../api/session.tsx'
import { Face } from '../parts/faces/face.tsx'
import { Section } from '../parts/layout/screen.tsx'
import { Time } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { RoleOffers } from '../wallets/roles/own-roles.tsx'

/** The number of wallets whose roles are read. */
const MOST_WALLETS = 12

type Waiting = { change: MultisigTypes['RoleChange']; name: string }

/**
 * The changes that the account can sign, at its first wallets. They are not counted anywhere, because strangers can
 * name the account as an owner of their wallets.
 */
function useChanges(): Waiting[] {
  const me = useMe()
  const { data: wallets = [] } = useQuery(everyWalletQuery())
  const owned = wallets.filter(({ role }) => role === 'owner').slice(0, MOST_WALLETS)
  const roles = useQueries({ queries: owned.map(({ wallet }) => rolesQuery(wallet)) })
  return roles
    .flatMap(({ data }, index) => (data?.changes ?? []).map((change) => ({ change, name: owned[index]?.name ?? '' })))
    .filter(({ change }) => !change.signatures.some(({ senderId }) => senderId === me))
    .sort((a, b) => Date.parse(a.change.expiresAt) - Date.parse(b.change.expiresAt))
}

export interface RolesWaiting {
  changes: Waiting[]
  hasAny: boolean
}

export function useRolesWaiting(): RolesWaiting {
  const changes = useChanges()
  // Polled, because an offer causes no event: strangers could make any number of offers.
  const { data: roles = [] } = useQuery({ ...ownRolesQuery(), refetchInterval: BALANCE_MS })
  return { changes, hasAny: changes.length > 0 || roles.some(({ status }) => status === 'offered') }
}

export function RolesWaiting({ changes }: Pick<RolesWaiting, 'changes'>) {
  const { access } = useTexts()
  return (
    <>
      {changes.length === 0 ? null : (
        <Section title={access.changesForYou} count={changes.length}>
          <ul className="panel entries" data-testid="role-changes">
            {changes.map((one) => (
              <ChangeRow key={one.change.changeId} {...one} />
            ))}
          </ul>
        </Section>
      )}
      <RoleOffers />
    </>
  )
}

function ChangeRow({ change: { walletId, account, role, expiresAt, missing }, name }: Waiting) {
  const { access } = useTexts()
  const called = useCalled()
  return (
    <li>
      <Face id={walletId} kind="wallet" size={46} />
      <div>
        <Link to="/wallets/$walletId" params={{ walletId }} search={{ tab: 'access' } as never} className="row-t">
          <b>{access.role[role]}</b>: <bdi>{called(account, undefined) ?? account}</bdi>
        </Link>
        <div className="row-s">
          <bdi>{called(walletId, name) ?? walletId}</bdi>
          <span>{access.missing(missing)}</span>
          <Text span size="sm">
            {access.until} <Time at={expiresAt} />
          </Text>
        </div>
      </div>
      <div className="row-a">
        <Button component={Link} to={`/wallets/${walletId}?tab=access`} variant="default" size="sm">
          {access.review}
        </Button>
      </div>
    </li>
  )
}
