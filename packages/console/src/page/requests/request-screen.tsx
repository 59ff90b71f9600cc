import {
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  Progress,
  Stack,
  Text,
  Textarea,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isQuorateError, QuorateError } from '@quorate/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { api, type Request } from '../api/client.ts'
import { useWalletEvents } from '../api/live.tsx'
import { problemsQuery, requestQuery, walletQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { ledgerNow } from '../api/time.ts'
import { ApproveDialog } from '../approve/approve-dialog.tsx'
import { askedFor } from '../approve/asked.ts'
import { checkRequest } from '../approve/check.ts'
import { CheckView, type Names } from '../approve/check-view.tsx'
import { readsOf } from '../approve/reads.ts'
import { useKeys } from '../approve/use-keys.ts'
import { WalletKeyTree } from '../approve/wallet-key-tree.tsx'
import { StatusBadge } from '../parts/chip.tsx'
import { Details } from '../parts/details.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckIcon, ClockIcon, CrossIcon } from '../parts/icons.tsx'
import { LedgerProblems } from '../parts/ledger-problems.tsx'
import { isoOf } from '../parts/moments.ts'
import { Screen } from '../parts/screen.tsx'
import { Failed, Loaded, Loading } from '../parts/states.tsx'
import { Account, Copy, CopyWhole, IdLink, Time, timeText, useNow } from '../parts/values.tsx'
import type { Texts } from '../texts/en.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { accountsIn, namesOf } from './names.ts'
import { mayReject, progressOf, type Standing, signatoriesOf, signersOf, standingOf, tellApart } from './progress.ts'
import { RequestCountdown } from './request-countdown.tsx'
import { useSummary } from './use-sentence.ts'

const POLL_MS = 2_000
/** The service prepares new bytes for a schedule once the previous ones are valid for less than a minute. */
const LAPSING_MS = 59_000

/** When to refetch the bytes to sign for a schedule, in milliseconds from now. */
const beforeBytesLapse = (expireAt: string | undefined): number | false =>
  expireAt === undefined ? false : Math.max(POLL_MS, Date.parse(expireAt) - LAPSING_MS - ledgerNow())

export function RequestScreen() {
  const { jobId } = useParams({ from: '/requests/$jobId' })
  const query = useQuery({
    ...requestQuery(jobId),
    // While the ledger executes the request, poll until the outcome is known.
    refetchInterval: ({ state: { data } }) =>
      data?.waitsFor === 'ledger' || data?.waitsFor === 'execution' ? POLL_MS : beforeBytesLapse(data?.bytesExpireAt),
  })
  useWalletEvents(query.data?.walletId)
  return (
    <Screen title={useSummary(query.data)}>
      <Loaded query={query}>{(request) => <RequestView jobId={jobId} request={request} />}</Loaded>
    </Screen>
  )
}

/** @param props.jobId The request that the user opened. The service's answer may name another. */
function RequestView({ jobId, request }: { jobId: string; request: Request }) {
  const { request: texts } = useTexts()
  const me = useMe()
  const { walletId } = request
  const names = useNames(request)
  const executing = useExecute(request)
  const standing = standingOf(request, useNow(), executing.isUnderway)
  return (
    <>
      <Card>
        <Stack gap="sm">
          <Group justify="space-between">
            <StatusBadge status={standing} />
            {standing === 'open' || standing === 'ready' || standing === 'timed' ? (
              <RequestCountdown request={request} />
            ) : null}
          </Group>
          <dl className="statements">
            <dt>{texts.wallet}</dt>
            <dd>
              {walletId ? (
                <>
                  <Anchor component={Link} to={`/wallets/${walletId}`} inherit>
                    <Account id={walletId} name={names.get(walletId)} isPlain />
                  </Anchor>{' '}
                  <Copy value={walletId} />
                </>
              ) : (
                texts.newWallet
              )}
            </dd>
            <dt>{texts.by}</dt>
            <dd>
              <Account id={request.requesterId} name={names.get(request.requesterId)} /> ·{' '}
              <Time at={request.createdAt} />
            </dd>
            {request.proposal ? (
              <>
                <dt>{texts.decidedBy}</dt>
                <dd>
                  <Anchor component={Link} to={`/proposals/${request.proposal.proposalId}`} inherit>
                    {texts.proposal}
                  </Anchor>
                </dd>
              </>
            ) : null}
            <dt>{texts.transaction}</dt>
            <dd>
              <IdLink to={`/explorer/find/${encodeURIComponent(request.transactionId)}`} copy={request.transactionId}>
                {request.transactionId}
              </IdLink>
            </dd>
          </dl>
          <div>
            <CopyWhole value={location.href} label={texts.share} />
          </div>
        </Stack>
      </Card>
      <Outcome request={request} standing={standing} />
      {standing === 'open' || standing === 'ready' || standing === 'timed' ? <Problems jobId={jobId} /> : null}
      <SignaturesCard request={request} names={names} />
      <BytesAndActions {...{ jobId, request, names, standing, executing, me }} />
      <Comments request={request} names={names} jobId={jobId} />
    </>
  )
}

function Problems({ jobId }: { jobId: string }) {
  const { data } = useQuery(problemsQuery(jobId))
  return data?.problems.length ? <LedgerProblems problems={data.problems} /> : null
}

/** Names by id and by key: the wallet's names of its owners, and the owners' accounts by their keys. */
function useNames(request: Request): Names {
  const { data: wallet } = useQuery({
    ...walletQuery(request.walletId ?? ''),
    enabled: request.walletId !== null,
    retry: false,
  })
  const given = (request.payload.settings as { owners?: { wallet: string; name: string }[] } | undefined)?.owners ?? []
  const owner = request.payload.owner as { wallet: string; name?: string } | undefined
  const owners = accountsIn([...(wallet?.settings.owners ?? []), ...given, owner])
  const needsKeys = request.operation === 'create' || request.operation === 'update'
  const { data: keys } = useKeys([...new Set(owners.map((one) => one.wallet))], needsKeys)
  return namesOf([...owners, wallet], keys)
}

type Executing = ReturnType<typeof useExecute>

/** Executes the request. A 202, a 503 or a lost answer is not a failure: the page then polls for the outcome. */
function useExecute({ jobId, operation, bytes }: Request) {
  const queries = useQueryClient()
  const [isUnderway, setUnderway] = useState(false)
  const mutation = useMutation({
    async mutationFn() {
      setUnderway(true)
      const path = `/multisig/wallet/${operation}/execute` as '/multisig/wallet/withdraw/execute'
      try {
        const { status } = await api.multisig.post(path, { body: { jobId, bytes } })
        if (status !== 'pending') setUnderway(false)
      } catch (error) {
        const isUnknown = isQuorateError(error) && (error.status === 503 || error.status === 504 || error.status === 0)
        if (isUnknown) return
        setUnderway(false)
        throw error
      }
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  })
  return { ...mutation, isUnderway }
}

function Outcome({ request, standing }: { request: Request; standing: Standing }) {
  const { request: texts } = useTexts()
  const { language } = useLanguage()
  if (standing === 'done')
    return (
      <Alert color="green" icon={<CheckIcon />} title={texts.reached} role="status">
        {request.consensusTimestamp ? (
          <Text size="sm">
            {texts.consensus}: <span className="id">{request.consensusTimestamp}</span> (
            {timeText(isoOf(request.consensusTimestamp), language)})
          </Text>
        ) : null}
      </Alert>
    )
  if (standing === 'progress')
    return (
      <Alert color="blue" icon={<ClockIcon />} title={texts.status.progress} role="status">
        {texts.progressText}
      </Alert>
    )
  if (standing === 'ready' || standing === 'timed') {
    const at = request.executeAt ?? request.schedule?.expiresAt
    return (
      <Alert color="green" icon={<CheckIcon />} title={texts.complete} role="status">
        {standing === 'ready' || at === undefined
          ? texts.readyText
          : request.executeAt
            ? texts.timedText(timeText(at, language))
            : texts.scheduledText(timeText(at, language))}
      </Alert>
    )
  }
  if (standing === 'open') return null
  if (standing === 'withdrawn')
    return (
      <Alert
        color={isStillKept(request) ? 'orange' : 'gray'}
        icon={<CrossIcon />}
        title={texts.status.withdrawn}
        role="status"
      >
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{isStillKept(request) ? texts.withdrawnKeptText : texts.withdrawnText}</Text>
          <AskAgain request={request} />
        </Stack>
      </Alert>
    )
  if (standing === 'expired')
    return (
      <Alert color="orange" icon={<ClockIcon />} title={texts.ended} role="status">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{texts.endedAt(timeText(request.expiresAt, language))}</Text>
          <AskAgain request={request} />
        </Stack>
      </Alert>
    )
  const { code = 'REQUEST_EXPIRED', message = '' } = request
  return (
    <>
      <Failed error={new QuorateError({ code, message })} />
      <AskAgain request={request} />
    </>
  )
}

/** Whether the ledger has a schedule of the request, which it still executes with enough signatures. */
const isStillKept = ({ schedule }: Request): boolean => schedule?.state === 'open'

/** Links to the form for a new request, filled in with the values of this one. */
function AskAgain({ request: { walletId, jobId } }: { request: Request }) {
  const { request: texts } = useTexts()
  return walletId ? (
    <div>
      <Button component={Link} to={`/wallets/${walletId}/ask?from=${jobId}`} variant="default">
        {texts.askAgain}
      </Button>
    </div>
  ) : null
}

function SignaturesCard({ request, names }: { request: Request; names: Names }) {
  const { request: texts } = useTexts()
  const signatories = signatoriesOf(request)
  const signed = signatories.filter(({ state }) => state === 'signed')
  const missing = signatories.filter(({ state }) => state === 'missing')
  const calledBy = useCalled()
  const called = tellApart(
    signatories.map(({ account }) => account),
    (account) => calledBy(account, names.get(account)),
  )
  const progress = progressOf(request)
  const [all, given] = [sum(progress.map(({ needed }) => needed)), sum(progress.map((one) => one.signed))]
  // Announces a new signature to screen readers.
  const before = useRef(signed.length)
  const [news, setNews] = useState('')
  const last = signed.at(-1)?.account
  useEffect(() => {
    if (signed.length > before.current && last) setNews(texts.newSignature(called(last)))
    before.current = signed.length
  })
  return (
    <Card>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{texts.signatures}</Title>
          <Stack gap={0} align="flex-end" data-testid="signed">
            {progress.map(({ account, signed, needed }) => (
              <Text fw={650} key={account}>
                {progress.length > 1 ? `${keyName(account, request, texts)}: ` : null}
                {texts.of(signed, needed)}
              </Text>
            ))}
          </Stack>
        </Group>
        <Progress value={Math.min(100, (100 * given) / Math.max(1, all))} aria-label={texts.signatures} size="lg" />
        <VisuallyHidden role="status" aria-live="polite">
          {news}
        </VisuallyHidden>
        {missing.length > 0 ? (
          <Text>{texts.waitingFor(missing.map(({ account }) => called(account)).join(', '))}</Text>
        ) : null}
        <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {signatories.map(({ account, state, at, reason }) => (
            <li key={account}>
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <span
                  style={{
                    color:
                      state === 'signed'
                        ? 'var(--mantine-color-green-text)'
                        : state === 'rejected'
                          ? 'var(--mantine-color-error)'
                          : 'var(--mantine-color-dimmed)',
                  }}
                >
                  {state === 'signed' ? <CheckIcon /> : state === 'rejected' ? <CrossIcon /> : <ClockIcon />}
                </span>
                <div>
                  <Account id={account} name={names.get(account)} />{' '}
                  {state === 'rejected' && account === request.requesterId ? texts.hasWithdrawn : texts[state]}
                  {at ? (
                    <Text span size="sm" c="dimmed">
                      {' '}
                      · <Time at={at} />
                    </Text>
                  ) : null}
                  {reason ? (
                    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
                      <bdi>{seen(reason)}</bdi>
                    </Text>
                  ) : null}
                </div>
              </Group>
            </li>
          ))}
        </Stack>
        {request.walletId === null ? null : <WalletKeys request={request} walletId={request.walletId} />}
      </Stack>
    </Card>
  )
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

const keyName = (account: string | null, { walletId }: Request, texts: Texts['request']): string =>
  account === null ? texts.newKey : account === walletId ? texts.presentKey : account

/** The wallet's key, loaded on demand. An owner may have several keys, and only some of them may have signed. */
function WalletKeys({ request, walletId }: { request: Request; walletId: string }) {
  const { keys } = useTexts()
  const { data: wallet } = useQuery({ ...walletQuery(walletId), retry: false })
  if (!wallet) return null
  return (
    <Details summary={keys.show}>
      <WalletKeyTree wallet={wallet} signers={signersOf(request)} />
    </Details>
  )
}

function BytesAndActions(props: {
  jobId: string
  request: Request
  names: Names
  standing: Standing
  executing: Executing
  me: string
}) {
  const { jobId, request, names, standing, executing, me } = props
  const { request: texts } = useTexts()
  const { chain } = useSession()
  const check = useQuery({
    queryKey: ['check', jobId, request.jobId, request.status, request.bodyBytes],
    queryFn: () => checkRequest(request, readsOf(chain), { jobId, signerId: me, asked: askedFor(jobId, request) }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [isApproving, approving] = useDisclosure()
  const [isRejecting, rejecting] = useDisclosure()
  const mine = signatoriesOf(request).find(({ account }) => account === me)
  const isOpen = standing === 'open' || standing === 'ready' || standing === 'timed'
  // After a request with a schedule was withdrawn, the owner signs the deletion of the schedule.
  const mayDelete = request.status === 'error' && request.bytesExpireAt !== undefined
  const maySign = mayDelete || (isOpen && mine?.state === 'missing')
  return (
    <>
      <Card>
        <Stack>
          <div>
            <Title order={2}>{texts.bytes}</Title>
            <Text size="sm" c="dimmed">
              {texts.bytesLead}
            </Text>
          </div>
          {check.error ? <Failed error={check.error} again={check.refetch} /> : null}
          {check.data ? <CheckView check={check.data} names={names} /> : check.error ? null : <Loading rows={2} />}
        </Stack>
      </Card>
      {isOpen || mayDelete ? (
        <Card style={{ position: 'sticky', bottom: 8, zIndex: 10 }} shadow="md" padding="sm">
          <Group justify="flex-end" gap="sm">
            {mine?.state === 'unconfirmed' ? (
              <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
                {texts.youSignedUnconfirmed}
              </Text>
            ) : null}
            {mine?.state === 'signed' ? (
              <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
                {texts.youSigned}
              </Text>
            ) : null}
            {!isOpen || !mayReject(request, me) ? null : (
              <Button variant="default" onClick={rejecting.open} px="md" className="grows">
                {request.requesterId === me ? texts.withdrawRequest : texts.reject}
              </Button>
            )}
            {maySign && check.data?.verdict === 'trusted' ? (
              <Button onClick={approving.open} px="md" className="grows">
                {texts.approve}
              </Button>
            ) : null}
            {standing === 'ready' ? (
              <Button onClick={() => executing.mutate()} loading={executing.isPending} px="md" className="grows">
                {texts.execute}
              </Button>
            ) : null}
          </Group>
        </Card>
      ) : null}
      {executing.error ? <Failed error={executing.error} /> : null}
      {check.data?.verdict === 'trusted' ? (
        <ApproveDialog
          jobId={jobId}
          request={request}
          check={check.data}
          names={names}
          rejections={request.rejections}
          opened={isApproving}
          onClose={approving.close}
        />
      ) : null}
      <RejectDialog
        jobId={jobId}
        opened={isRejecting}
        onClose={rejecting.close}
        isOwn={request.requesterId === me}
        isKept={isStillKept(request)}
      />
    </>
  )
}

function RejectDialog({
  jobId,
  opened,
  onClose,
  isOwn,
  isKept,
}: {
  jobId: string
  opened: boolean
  onClose: () => void
  isOwn: boolean
  isKept: boolean
}) {
  const { request: texts, app } = useTexts()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const rejecting = useMutation({
    mutationFn: () =>
      api.multisig.post('/multisig/transaction/reject/{jobId}', {
        path: { jobId },
        body: reason === '' ? {} : { reason },
      }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={isOwn ? texts.withdrawTitle : texts.rejectTitle}>
      <Stack>
        <Text>{isOwn ? (isKept ? texts.withdrawKeptText : texts.withdrawText) : texts.rejectText}</Text>
        <Textarea
          label={texts.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={1000}
          autosize
          minRows={2}
          data-autofocus
        />
        {rejecting.error ? <Failed error={rejecting.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {app.cancel}
          </Button>
          <Button color="red.9" onClick={() => rejecting.mutate()} loading={rejecting.isPending}>
            {isOwn ? texts.withdrawRequest : texts.reject}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Comments({ request, names, jobId }: { request: Request; names: Names; jobId: string }) {
  const { request: texts } = useTexts()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const sending = useMutation({
    mutationFn: () => api.multisig.post('/multisig/transaction/comment/{jobId}', { path: { jobId }, body: { text } }),
    onSuccess: () => setText(''),
    onSettled: () => queries.invalidateQueries({ queryKey: ['request', jobId] }),
  })
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2}>{texts.comments}</Title>
        {request.comments.length === 0 ? <Text c="dimmed">{texts.noComments}</Text> : null}
        {request.comments.map(({ commentId, walletId, text: said, timestamp }) => (
          <div key={commentId}>
            <Text size="sm" c="dimmed">
              <Account id={walletId} name={names.get(walletId)} /> · <Time at={timestamp} />
            </Text>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              <bdi>{seen(said)}</bdi>
            </Text>
          </div>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') sending.mutate()
          }}
        >
          <Group align="flex-end">
            <Textarea
              label={texts.comment}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              maxLength={1000}
              autosize
              minRows={1}
              style={{ flex: '1 1 14rem' }}
            />
            <Button type="submit" variant="default" loading={sending.isPending}>
              {texts.send}
            </Button>
          </Group>
        </form>
        {sending.error ? <Failed error={sending.error} /> : null}
      </Stack>
    </Card>
  )
}
