import { Button } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { stillNeeded } from '@quorate/verify'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOwnerNames } from '../address-book/use-owner-names.ts'
import type { InboxEntry } from '../api/client.ts'
import { requestQuery } from '../api/queries.ts'
import { ledgerNow } from '../api/time.ts'
import { Face } from '../parts/faces/face.tsx'
import { Ring } from '../parts/figures/ring.tsx'
import { StatusBadge } from '../parts/layout/chip.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { neededText } from './owner-changes/needed.ts'
import { type KeyProgress, progressOf, standingOf, tellApart } from './progress.ts'
import { RequestCountdown } from './request-countdown.tsx'
import { Sentence } from './sentences/sentence-view.tsx'
import { useSentence } from './sentences/use-sentence.ts'

/**
 * A request in a list, as the service describes it. Only the request's own screen reads the bytes.
 *
 * @param props.entry What the request needs from the account, if anything
 * @param props.isOfWallet Whether the list belongs to the request's wallet
 * @param props.isFirst Whether its action is the first one on the screen
 */
export function RequestRow(props: {
  request: MultisigTypes['Request']
  entry?: InboxEntry | undefined
  isOfWallet?: boolean
  isFirst?: boolean
}) {
  const { request, entry, isOfWallet = false, isFirst = false } = props
  const { home, request: texts } = useTexts()
  const { walletId, jobId, requesterId } = request
  const { data: read } = useQuery({ ...requestQuery(jobId), enabled: entry === undefined })
  const parts = useSentence(request, { openIn: request.walletId })
  const progress = entry ? keysOf(entry) : read ? progressOf(read) : []
  const standing = read && standingOf(read, ledgerNow())
  const isScheduled = standing === 'timed' || standing === 'ready'
  const requester = useOwnerNames()(walletId, requesterId) ?? requesterId
  return (
    <li>
      <RequestRing progress={progress} state={standing === 'timed' ? 'scheduled' : 'open'} />
      <div>
        <Link to="/requests/$jobId" params={{ jobId }} className="row-t">
          <Sentence parts={parts} />
        </Link>
        <div className="row-s">
          {isOfWallet ? null : <WalletOf walletId={walletId} />}
          <Purpose payload={request.payload} />
          <PartOf request={request} />
          {entry ? <Marks entry={entry} /> : isScheduled ? <span>{home.allSigned}</span> : null}
        </div>
      </div>
      <div className="row-a">
        {isScheduled && standing ? <StatusBadge status={standing} /> : null}
        <span className="left">
          <RequestCountdown request={request} />
          <small>{home.by(requester)}</small>
        </span>
        {entry ? (
          <Button component={Link} to={`/requests/${jobId}`} variant={isFirst ? 'filled' : 'default'} size="sm">
            {entry.waitsFor === 'signature' ? texts.approve : texts.execute}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** Links to the group that the request is a part of. */
export function PartOf({
  request: { group, walletId },
}: {
  request: Pick<MultisigTypes['Request'], 'group' | 'walletId'>
}) {
  const { group: texts } = useTexts()
  if (!group || walletId === null) return null
  return (
    <Link to="/wallets/$walletId/groups/$groupId" params={{ walletId, groupId: group.groupId }}>
      {texts.part(group.position + 1, group.size)}
    </Link>
  )
}

/** The purpose of a request, as its requester wrote it. */
export const Purpose = ({ payload: { memo } }: Pick<MultisigTypes['Request'], 'payload'>) =>
  typeof memo === 'string' && memo !== '' ? (
    <span>
      <bdi>{seen(memo)}</bdi>
    </span>
  ) : null

/** The progress of each key, as an entry of the inbox states it. */
const keysOf = ({ needs }: InboxEntry): KeyProgress[] =>
  needs.flatMap(({ walletId, needed, missing }) =>
    needed === null || missing === null ? [] : [{ account: walletId, signed: needed - missing, needed }],
  )

/** If several keys must sign, shows the one that lacks most signatures, or among equals the one that needs most. */
export function RequestRing(props: {
  progress: readonly KeyProgress[]
  state: 'open' | 'scheduled' | 'rejected'
  size?: number
}) {
  const { progress, ...others } = props
  const left = ({ signed, needed }: KeyProgress): number => needed - signed
  const [first] = [...progress].sort((a, b) => left(b) - left(a) || b.needed - a.needed)
  return <Ring signed={first?.signed ?? 0} needed={first?.needed ?? 1} {...others} />
}

function WalletOf({ walletId }: { walletId: string | null }): ReactNode {
  const { request: texts } = useTexts()
  const nameOf = useOwnerNames()
  if (walletId === null) return <span>{texts.newWallet}</span>
  return (
    <span>
      <Face id={walletId} kind="wallet" size={16} />
      <bdi>{nameOf(walletId, walletId) ?? walletId}</bdi>
    </span>
  )
}

/** The signatures that the request needs, and whether it makes the account an owner. */
function Marks({ entry }: { entry: InboxEntry }) {
  const texts = useTexts()
  const { home, request } = texts
  const nameOf = useOwnerNames()
  const { waitsFor, admission, needs, walletId } = entry
  const still = waitsFor === 'signature' ? stillNeeded(entry) : undefined
  const called = tellApart(entry.missing, (account) => nameOf(walletId, account))
  const name = (account: string | null) =>
    account === null ? request.newKey : account === walletId ? request.presentKey : account
  return (
    <>
      {waitsFor === 'execution' ? <span>{home.execute}</span> : null}
      {admission ? <span className="warn">{home.admission}</span> : null}
      {still?.isLeast
        ? needs.map((need) => <span key={need.walletId}>{home.missingOf(name(need.walletId), need.missing ?? 0)}</span>)
        : null}
      {still && !still.isLeast ? <span>{neededText(still, called, texts)}</span> : null}
    </>
  )
}
