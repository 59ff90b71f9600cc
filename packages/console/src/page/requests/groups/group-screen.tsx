/** A list of payments in several requests: reviewed on one screen, signed by one click, sent one after the other. */
import { Alert, Anchor, Button, Group as Row, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { stillNeeded, sumsOf } from '@quorate/verify'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { api } from '../../api/client.ts'
import { useWalletEvents } from '../../api/live.tsx'
import { groupQuery, walletQuery } from '../../api/queries.ts'
import { useMe, useSession } from '../../api/session.tsx'
import { ledgerNow } from '../../api/time.ts'
import { approveRequest } from '../../approve/approve.ts'
import { askedFor } from '../../approve/asked.ts'
import { agreedIn, asCompared, type Check, checkRequest } from '../../approve/check.ts'
import { Statements } from '../../approve/check-view.tsx'
import { readsOf } from '../../approve/reads.ts'
import { RejectionsView } from '../../approve/rejections-view.tsx'
import { SignWith } from '../../connect/sign-with.tsx'
import { StatusBadge } from '../../parts/layout/chip.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { CheckIcon, WarningIcon } from '../../parts/layout/icons.tsx'
import { Screen } from '../../parts/layout/screen.tsx'
import { Failed, Loaded, Loading } from '../../parts/layout/states.tsx'
import { Account, Amount } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { neededText } from '../owner-changes/needed.ts'
import { endOf, standingOf, tellApart } from '../progress.ts'
import { RequestCountdown } from '../request-countdown.tsx'
import { Purpose } from '../request-row.tsx'
import {
  besidePayments,
  type Group,
  isInList,
  type Line,
  linesOf,
  type Part,
  placeOf,
  repeatedCount,
  toExecute,
  toSign,
} from './group.ts'
import { PartProblems, RejectAll } from './group-actions.tsx'

const POLL_MS = 2_000
/** It takes some time after a part has ended until it is certain that the ledger will never execute it. */
const ENDED_POLL_MS = 10_000

export function GroupScreen() {
  const { walletId, groupId } = useParams({ from: '/wallets/$walletId/groups/$groupId' })
  const { group: texts, wallets } = useTexts()
  const { data: wallet } = useQuery(walletQuery(walletId))
  const query = useQuery({
    ...groupQuery(walletId, groupId),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : pollOf(data)),
  })
  useWalletEvents(walletId)
  return (
    <Screen
      title={texts.title}
      lead={query.data ? texts.lead(query.data.size) : undefined}
      crumbs={[
        { to: '/wallets', label: wallets.title },
        { to: `/wallets/${walletId}`, label: wallet?.name ?? walletId },
      ]}
    >
      <Loaded query={query}>{(group) => <GroupView group={group} />}</Loaded>
    </Screen>
  )
}

/** While the ledger executes parts, poll until their outcome is known. */
function pollOf({ requests, counts, unpaid }: Group): number | false {
  if (requests.some(({ waitsFor }) => waitsFor === 'ledger' || waitsFor === 'execution')) return POLL_MS
  return counts.failed > unpaid.length ? ENDED_POLL_MS : false
}

function GroupView({ group }: { group: Group }) {
  const { group: texts } = useTexts()
  const { requests, size, counts, unpaid, walletId } = group
  const lines = linesOf(requests)
  const repeated = repeatedCount(lines)
  const [first] = requests
  return (
    <Stack gap="md">
      <Text fw={650} size="lg" role="status" data-testid="group-status">
        {texts.sent(counts.executed, size)}
      </Text>
      <Row gap="md">
        {counts.waiting > 0 ? <Text size="sm">{texts.waiting(counts.waiting)}</Text> : null}
        {counts.signed > 0 ? <Text size="sm">{texts.signed(counts.signed)}</Text> : null}
        {counts.failed > 0 ? <Text size="sm">{texts.failed(counts.failed)}</Text> : null}
      </Row>
      {first ? <Purpose payload={first.payload} /> : null}
      <Left group={group} />
      {counts.requests < size ? (
        <Alert color="orange" icon={<WarningIcon />} title={texts.incomplete(counts.requests, size)}>
          <Button component={Link} to={`/wallets/${walletId}/pay`} variant="default">
            {texts.toList}
          </Button>
        </Alert>
      ) : null}
      {unpaid.length > 0 ? (
        <Alert color="orange" icon={<WarningIcon />} title={texts.unpaid(unpaid.length)}>
          <Button component={Link} to={`/wallets/${walletId}/pay?group=${group.groupId}`} variant="default">
            {texts.payRest}
          </Button>
        </Alert>
      ) : null}
      <Text data-testid="group-total">
        <Total lines={lines} />
      </Text>
      {repeated > 0 ? (
        <p className="warn">
          <WarningIcon /> {texts.repeated(repeated)}
        </p>
      ) : null}
      <PartProblems parts={openIn(requests)} size={size} />
      <Signing group={group} />
      <RejectAll group={group} />
      <Lines lines={lines} walletId={walletId} size={size} />
    </Stack>
  )
}

/** For the open part that ends first: the time left, and whose signatures are missing. */
function Left({ group: { requests, walletId } }: { group: Group }) {
  const all = useTexts()
  const nameOf = useOwnerNames()
  const [part] = openIn(requests).sort((a, b) => Date.parse(endOf(a)) - Date.parse(endOf(b)))
  if (!part) return null
  const still = stillNeeded({ needs: part.needs, missing: part.missing })
  const called = tellApart(part.missing, (account) => nameOf(walletId, account))
  return (
    <Row gap="md" data-testid="group-left">
      {still ? <Text size="sm">{neededText(still, called, all)}</Text> : null}
      <RequestCountdown request={part} />
    </Row>
  )
}

const openIn = (parts: readonly Part[]): Part[] =>
  parts.filter(({ status, waitsFor }) => status === 'pending' && waitsFor !== 'nothing')

interface Checked {
  part: Part
  check: Check
}

/** The check of all open parts, and the buttons. Only bytes that were compared here are signed. */
function Signing({ group }: { group: Group }) {
  const { group: texts } = useTexts()
  const { chain } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const [isReading, reading] = useDisclosure()
  /** The number of the part that is being sent, from 1. */
  const [sending, setSending] = useState(1)
  const open = openIn(group.requests)
  const checks = useQuery({
    queryKey: ['check', 'group', group.groupId, open.map(({ jobId, bodyBytes }) => `${jobId} ${bodyBytes}`)],
    queryFn: async (): Promise<Checked[]> => {
      const reads = readsOf(chain)
      const found: Checked[] = []
      for (const part of open) {
        const of = { jobId: part.jobId, signerId: me, asked: askedFor(me, part.jobId, part) }
        found.push({ part, check: await checkRequest(part, reads, of) })
      }
      return found
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const executing = useMutation({
    async mutationFn(parts: readonly Part[]) {
      for (const [index, { jobId, bytes }] of parts.entries()) {
        setSending(index + 1)
        await api.multisig.post('/multisig/wallet/pay/execute', { body: { jobId, bytes } })
      }
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  })
  if (open.length === 0) return null
  if (checks.error) return <Failed error={checks.error} again={checks.refetch} />
  if (!checks.data) return <Loading rows={2} />
  const refused = checks.data.filter(({ check }) => !isInList(group, check))
  const mine = new Set(toSign(group, me).map(({ jobId }) => jobId))
  const signable = checks.data.filter(({ part }) => mine.has(part.jobId))
  const executable = toExecute(group)
  return (
    <Stack gap="sm">
      {refused.length > 0 ? (
        <Alert color="red" title={texts.refused(refused.map(({ part }) => placeOf(part)).join(', '))} role="alert" />
      ) : (
        <Alert color="green" icon={<CheckIcon />} title={texts.trusted(checks.data.length)} data-testid="group-trusted">
          {texts.trustedHint}
        </Alert>
      )}
      <Row>
        {signable.length > 0 && refused.length === 0 ? (
          <Button onClick={reading.open}>{texts.sign(signable.length)}</Button>
        ) : null}
        {executable.length > 0 ? (
          <Button onClick={() => executing.mutate(executable)} loading={executing.isPending}>
            {texts.execute(executable.length)}
          </Button>
        ) : null}
        {executing.isPending ? <Text size="sm">{texts.executing(sending, executing.variables.length)}</Text> : null}
      </Row>
      {executing.error ? (
        <>
          <Failed error={executing.error} />
          <Text size="sm">{texts.goOn}</Text>
        </>
      ) : null}
      <SignAll opened={isReading} onClose={reading.close} of={signable} />
    </Stack>
  )
}

function SignAll(props: { opened: boolean; onClose: () => void; of: readonly Checked[] }) {
  const { opened, onClose } = props
  const { group: texts, request, words } = useTexts()
  const { signer, chain } = useSession()
  const queries = useQueryClient()
  const nameOf = useOwnerNames()
  const [done, setDone] = useState(0)
  const signing = useMutation({
    async mutationFn(parts: readonly Checked[]) {
      setDone(0)
      if (!signer) return
      const reads = readsOf(chain)
      for (const [index, { part, check }] of parts.entries()) {
        const { jobId } = part
        await approveRequest({
          ...{ jobId, request: part, seen: check, reads, signer, asked: askedFor(signer.accountId, jobId, part) },
          send: (body) => api.multisig.post('/multisig/transaction/sign/{jobId}', { path: { jobId }, body }),
        })
        setDone(index + 1)
      }
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  })
  // Signed parts no longer wait for the account. While signing runs, the screen keeps showing the parts that were
  // reviewed.
  const of = signing.isPending ? signing.variables : props.of
  const lines = linesOf(of.map(({ part, check }) => asCompared(part, check)))
  const beside = besidePayments(
    of.map(({ check }) => check),
    words,
  )
  const [first] = of
  const from = first?.part.walletId ?? null
  const rejections = of.flatMap(({ part }) => part.rejections)
  return (
    <Dialog opened={opened} onClose={onClose} title={request.approveTitle} titleSize="lg" size="lg">
      <Stack gap="md">
        <Text>
          <Total lines={lines} />
        </Text>
        {beside.length > 0 ? <Statements of={beside} names={NONE} /> : null}
        {from === null ? null : (
          <Text size="sm">
            {texts.from} <Account id={from} name={nameOf(from, from)} checksum />
          </Text>
        )}
        {first ? <Purpose payload={first.part.payload} /> : null}
        <RejectionsView rejections={[...new Map(rejections.map((one) => [one.walletId, one])).values()]} names={NONE} />
        {signing.isPending ? <Text size="sm">{texts.signing(done, signing.variables.length)}</Text> : null}
        {signing.error ? (
          <>
            <Failed error={signing.error} />
            <Text size="sm">{texts.goOn}</Text>
          </>
        ) : null}
        <SignWith
          button={texts.sign(of.length)}
          busy={signing.isPending}
          // The dialog may be open while other parts arrive or change.
          key={of.map(({ check }) => agreedIn(check)).join('\n')}
          onSign={() => signing.mutate(of)}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  )
}
const NONE: ReadonlyMap<string, string> = new Map()

/** How many payments there are, and the sum of each asset. */
function Total({ lines }: { lines: readonly Line[] }) {
  const { group: texts } = useTexts()
  return (
    <>
      {texts.total(lines.length)}{' '}
      {[...sumsOf(lines)].map(([tokenId, sum], index) => (
        <span key={tokenId}>
          {index > 0 ? ' + ' : ''}
          <Amount units={sum} token={tokenId} />
        </span>
      ))}
    </>
  )
}

function Lines({ lines, walletId, size }: { lines: readonly Line[]; walletId: string; size: number }) {
  const { ask, group: texts } = useTexts()
  const nameOf = useOwnerNames()
  return (
    <div className="tw">
      <table className="table cards" data-testid="group-lines">
        <thead>
          <tr>
            <th>{ask.receiver}</th>
            <th className="r">{ask.amount}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {lines.map(({ part, receiverId, tokenId, amount }) => (
            <tr key={`${part.jobId} ${receiverId} ${tokenId}`}>
              <td>
                <Account id={receiverId} name={nameOf(walletId, receiverId)} isPlain checksum />
              </td>
              <td className="r">
                <Amount units={amount} token={tokenId} />
              </td>
              <td>
                <Anchor component={Link} to={`/requests/${part.jobId}`} inherit>
                  {texts.part(placeOf(part), size)}
                </Anchor>{' '}
                <StatusBadge status={standingOf(part, ledgerNow())} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
