import { Alert, Anchor, Button, Group, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { QuorateError } from '@quorate/client'
import { amountText, HBAR_DECIMALS, stillNeeded } from '@quorate/verify'
import { type UseQueryResult, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { api, type Request } from '../api/client.ts'
import { useWalletEvents } from '../api/live.tsx'
import { inboxPagesQuery, problemsQuery, requestQuery, walletQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { ledgerNow } from '../api/time.ts'
import { notShown } from '../approve/approve.ts'
import { ApproveDialog } from '../approve/approve-dialog.tsx'
import { askedFor } from '../approve/asked.ts'
import { agreedIn, asCompared, type Check, checkRequest, isDeletion } from '../approve/check.ts'
import { type Names, Statements, Verdict } from '../approve/check-view.tsx'
import { readsOf } from '../approve/reads.ts'
import { feeOf, statementsOf } from '../approve/statements.ts'
import { useKeys } from '../approve/use-keys.ts'
import { useJointOwners, useStaleOwners, WalletKeyTree } from '../approve/wallet-key-tree.tsx'
import { AccountFace } from '../parts/faces/account-face.tsx'
import { Who } from '../parts/faces/who.tsx'
import { type Draft, useDraft, useDraftState } from '../parts/inputs/draft.ts'
import { Drafted } from '../parts/inputs/drafted.tsx'
import { sendOnce } from '../parts/inputs/send-once.ts'
import { StatusBadge } from '../parts/layout/chip.tsx'
import { Dialog } from '../parts/layout/dialog.tsx'
import { Fold } from '../parts/layout/fold.tsx'
import {
  BytesIcon,
  CheckIcon,
  ClockIcon,
  CrossIcon,
  EditIcon,
  FileIcon,
  HelpIcon,
  KeyIcon,
  PrintIcon,
  VoteIcon,
} from '../parts/layout/icons.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Failed, Loaded, Loading } from '../parts/layout/states.tsx'
import { FieldLines } from '../parts/ledger/field-lines.tsx'
import { LedgerProblems } from '../parts/ledger/ledger-problems.tsx'
import { isoOf } from '../parts/moments.ts'
import { AccountLink, CopyWhole, Fingerprint, IdLink, Time, timeText, useNow } from '../parts/values.tsx'
import type { Texts } from '../texts/en.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { AskAgain, ReplaceButton } from './ask-again.tsx'
import { Flow } from './flow.tsx'
import { accountsIn, namesOf } from './names.ts'
import { JointOwner } from './owner-changes/joint-owner.tsx'
import { neededText } from './owner-changes/needed.ts'
import { confirmedChange, confirmedOwners } from './owner-changes/owner-change.ts'
import { OwnerDiff } from './owner-changes/owner-diff.tsx'
import {
  endOf,
  hasSigned,
  mayReject,
  progressOf,
  type Signatory,
  type Standing,
  signatoriesOf,
  signersOf,
  standingOf,
  tellApart,
} from './progress.ts'
import { ReasonInput } from './reason-input.tsx'
import { isStillKept, OldOnLedger, ReplacedBy, Replacing } from './replaced.tsx'
import { RequestCountdown } from './request-countdown.tsx'
import { PartOf, RequestRing } from './request-row.tsx'
import { Sentence } from './sentences/sentence-view.tsx'
import { useSentence, useSummary } from './sentences/use-sentence.ts'

const POLL_MS = 2_000
/** The service prepares new bytes for a schedule once the previous ones are valid for less than a minute. */
const LAPSING_MS = 59_000

/** When to refetch the bytes to sign for a schedule, in milliseconds from now. */
const beforeBytesLapse = (expireAt: string | undefined): number | false =>
  expireAt === undefined ? false : Math.max(POLL_MS, Date.parse(expireAt) - LAPSING_MS - ledgerNow())

export function RequestScreen() {
  const { jobId } = useParams({ from: '/requests/$jobId' })
  const { request: texts } = useTexts()
  const query = useQuery({
    ...requestQuery(jobId),
    // While the ledger executes the request, poll until the outcome is known.
    refetchInterval: ({ state: { data } }) =>
      data?.waitsFor === 'ledger' || data?.waitsFor === 'execution' ? POLL_MS : beforeBytesLapse(data?.bytesExpireAt),
  })
  useWalletEvents(query.data?.walletId)
  return query.data ? (
    <RequestView key={jobId} jobId={jobId} answered={query.data} />
  ) : (
    <Screen title={texts.name}>
      <Loaded query={query}>{() => null}</Loaded>
    </Screen>
  )
}

/** @param props.jobId The request that the user opened. The service's answer may name another. */
function RequestView({ jobId, answered }: { jobId: string; answered: Request }) {
  const { request: texts, wallets } = useTexts()
  const { chain } = useSession()
  const me = useMe()
  const check = useQuery({
    queryKey: ['check', jobId, answered.jobId, answered.status, answered.bodyBytes],
    queryFn: () =>
      checkRequest(answered, readsOf(chain), { jobId, signerId: me, asked: askedFor(me, jobId, answered) }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const request = check.data ? asCompared(answered, check.data) : answered
  const { walletId } = request
  const names = useNames(request)
  const called = useCalled()
  const executing = useExecute(request)
  const standing = standingOf(request, useNow())
  const wallet = walletId === null ? undefined : { id: walletId, name: names.get(walletId) }
  const isOpen = standing === 'open' || standing === 'ready' || standing === 'timed'
  const { memo } = request.payload
  const said = { wallet, isDone: standing === 'done', ...(isOpen ? confirmedOwners(request, check.data) : {}) }
  return (
    <Screen
      title={useSummary(request)}
      heading={<Sentence parts={useSentence(request, said)} hasFaces />}
      lead={
        typeof memo === 'string' && memo !== '' ? (
          <div className="purpose" title={texts.purpose}>
            <FileIcon />
            <bdi>{seen(memo)}</bdi>
          </div>
        ) : undefined
      }
      before={<Metas request={request} standing={standing} names={names} />}
      crumbs={[
        { to: '/wallets', label: wallets.title },
        ...(wallet ? [{ to: `/wallets/${wallet.id}`, label: called(wallet.id, wallet.name) ?? wallet.id }] : []),
      ]}
      short={texts.name}
      railLabel={texts.signatures}
      rail={
        <SignaturesPanel
          jobId={jobId}
          request={request}
          names={names}
          standing={standing}
          executing={executing}
          me={me}
          check={check.data}
        />
      }
      rest={
        <>
          <Folds request={request} check={check.data} names={names} isOpen={isOpen} />
          <Discussion request={request} names={names} jobId={jobId} />
        </>
      }
      isWide
    >
      <Outcome request={request} standing={standing} />
      {isOpen ? <Replacing request={answered} check={check.data} /> : null}
      <OldOnLedger request={request} />
      {isOpen ? <Problems jobId={jobId} /> : null}
      <Truth request={request} check={check} names={names} isOpen={isOpen} />
    </Screen>
  )
}

/** The state of the request, its requester, and the decision that led to it. */
function Metas({ request, standing, names }: { request: Request; standing: Standing; names: Names }) {
  const { request: texts, access } = useTexts()
  const { requesterId, requesterRole, createdAt, proposal } = request
  const called = useCalled()(requesterId, names.get(requesterId))
  return (
    <div className="metas">
      <StatusBadge status={standing} />
      <PartOf request={request} />
      <span>
        <AccountFace id={requesterId} name={called} size={20} />
        <span>
          {texts.by} <bdi>{called ?? requesterId}</bdi>
          {requesterRole ? ` (${access.asProposer})` : ''}, <Time at={createdAt} />
        </span>
      </span>
      {proposal ? (
        <span>
          <VoteIcon />
          <span>
            {texts.decidedBy}{' '}
            <Anchor component={Link} to={`/proposals/${proposal.proposalId}`} inherit>
              {texts.proposal}
            </Anchor>
          </span>
        </span>
      ) : null}
    </div>
  )
}

/** Says whether the bytes match, and what they do. The parties of a payment are side by side. */
function Truth(props: {
  request: Request
  check: Pick<UseQueryResult<Check>, 'data' | 'error' | 'refetch'>
  names: Names
  isOpen: boolean
}) {
  const { request, check, names, isOpen } = props
  const { words } = useTexts()
  const { data } = check
  const change = isOpen && data && !isDeletion(data.decoded, request) ? confirmedChange(data, names) : undefined
  if (check.error) return <Failed error={check.error} again={check.refetch} />
  if (!data) return <Loading rows={2} />
  const isCompared = data.verdict === 'trusted' || data.verdict === 'over'
  return (
    <section className="stack-s">
      <Verdict check={data} />
      {isCompared && isPlainPayment(request, data) ? (
        <Flow request={request} check={data} names={names} isOpen={isOpen} />
      ) : isCompared && change ? (
        <OwnerDiff change={change} />
      ) : (
        <div className="panel pad">
          <Statements of={statementsOf(data, words).does} names={names} />
        </div>
      )}
    </section>
  )
}

/** A payment without custom fees: its parties say everything. */
const isPlainPayment = (request: Request, { decoded, permitted }: Check): boolean =>
  request.operation === 'withdraw' && permitted === undefined && !isDeletion(decoded, request)

/** Folded details. The title of each shows its most wanted value. */
function Folds(props: { request: Request; check: Check | undefined; names: Names; isOpen: boolean }) {
  const { request, check, names, isOpen } = props
  const { texts, language } = useLanguage()
  const { request: words, wallet, diff } = texts
  if (!check) return null
  const change = isOpen && !isDeletion(check.decoded, request) ? confirmedChange(check, names) : undefined
  const { does, about } = statementsOf(check, texts.words)
  const { fee } = feeOf(check.decoded)
  return (
    <div className="folds">
      {change ? (
        <>
          <Fold icon={<HelpIcon />} title={diff.why} hint={diff.whyHint}>
            <p className="note">
              {diff.whyText(
                wallet.ruleHead(change.before, change.now.length),
                wallet.ruleHead(change.after, change.later.length),
              )}
            </p>
          </Fold>
          <Fold icon={<KeyIcon />} title={diff.keys}>
            <Statements of={does} names={names} />
          </Fold>
        </>
      ) : null}
      <Fold
        icon={<ClockIcon />}
        title={words.feeAndTimes}
        hint={words.atMost(`${amountText(fee, HBAR_DECIMALS, language)} ℏ`)}
      >
        <Stack gap="sm">
          <Statements of={isPlainPayment(request, check) ? [...does, ...about] : about} names={names} />
          <dl className="statements">
            <div>
              <dt>{words.transaction}</dt>
              <dd>
                <IdLink to={`/explorer/find/${encodeURIComponent(request.transactionId)}`} copy={request.transactionId}>
                  {request.transactionId}
                </IdLink>
              </dd>
            </div>
          </dl>
        </Stack>
      </Fold>
      <Fold
        icon={<PrintIcon />}
        title={words.fingerprint}
        hint={`${check.fingerprint.split(' ').slice(0, 2).join(' ')} …`}
      >
        <Fingerprint value={check.fingerprint} isOfKept={check.kept !== undefined} />
      </Fold>
      {request.walletId === null ? null : (
        <Fold icon={<KeyIcon />} title={texts.keys.show}>
          <WalletKeys request={request} walletId={request.walletId} />
        </Fold>
      )}
      <Fold icon={<BytesIcon />} title={words.allFields} hint={words.fields(check.lines.length)}>
        <FieldLines lines={check.lines} />
      </Fold>
    </div>
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

/** Executes the request. The button is back after a lost answer, because a request is never executed twice. */
function useExecute({ jobId, operation, bytes }: Request) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn() {
      const path = `/multisig/wallet/${operation}/execute` as '/multisig/wallet/withdraw/execute'
      return api.multisig.post(path, { body: { jobId, bytes } })
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  })
}

/** The entity that an operation has created on the ledger: people need its id for their next request. */
function Created({ request: { operation, receipt } }: { request: Request }) {
  const { request: texts } = useTexts()
  if (operation !== 'operation') return null
  return (['token', 'topic', 'account'] as const).map((kind) => {
    const id = (receipt as Readonly<Record<string, unknown>> | undefined)?.[`${kind}Id`]
    return typeof id === 'string' ? (
      <Text size="sm" key={kind} data-testid="created">
        {texts.newOnLedger[kind]}:{' '}
        <IdLink to={`/explorer/${kind}s/${id}`} copy={id}>
          {id}
        </IdLink>
      </Text>
    ) : null
  })
}

function Outcome({ request, standing }: { request: Request; standing: Standing }) {
  const { request: texts } = useTexts()
  const { language } = useLanguage()
  if (standing === 'done')
    return (
      <Alert color="green" icon={<CheckIcon />} title={texts.reached} role="status">
        <Stack gap="sm" align="flex-start">
          {request.consensusTimestamp ? (
            <Text size="sm">
              {texts.consensus}:{' '}
              <IdLink to={`/explorer/transactions/${request.consensusTimestamp}`} copy={request.consensusTimestamp}>
                {request.consensusTimestamp}
              </IdLink>{' '}
              ({timeText(isoOf(request.consensusTimestamp), language)})
            </Text>
          ) : null}
          <Created request={request} />
          {request.operation === 'create' && request.walletId ? (
            <Button component={Link} to={`/wallets/${request.walletId}`} variant="default">
              {texts.toWallet}
            </Button>
          ) : null}
        </Stack>
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
  if (standing === 'replaced') return <ReplacedBy request={request} isKept={isStillKept(request)} />
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

function SignaturesPanel(props: {
  jobId: string
  request: Request
  names: Names
  standing: Standing
  executing: Executing
  me: string
  check: Check | undefined
}) {
  const { request, names, standing, me } = props
  const all = useTexts()
  const { request: texts } = all
  const signatories = signatoriesOf(request)
  const signed = signatories.filter(hasSigned)
  const stale = useStale(request)
  const joint = useJoint(request)
  const missing = signatories.flatMap(({ account, state }) =>
    (state === 'missing' || state === 'partial') && !stale.has(account) ? [account] : [],
  )
  const still = stillNeeded({ needs: request.needs, missing })
  const calledBy = useCalled()
  const called = tellApart(
    signatories.map(({ account }) => account),
    (account) => calledBy(account, names.get(account)),
  )
  const progress = progressOf(request)
  // Announces a new signature to screen readers.
  const before = useRef(signed.length)
  const [news, setNews] = useState('')
  const last = signed.at(-1)?.account
  useEffect(() => {
    if (signed.length > before.current && last) setNews(texts.newSignature(called(last)))
    before.current = signed.length
  })
  const isRejected = ['rejected', 'withdrawn', 'replaced', 'failed'].includes(standing)
  return (
    <section className="panel sig">
      <div className="sig-top">
        <RequestRing
          progress={progress}
          state={isRejected ? 'rejected' : standing === 'timed' ? 'scheduled' : 'open'}
          size={96}
        />
        <div className="sig-say">
          {still ? neededText(still, called, all) : null}
          <div data-testid="signed">
            {progress.map(({ account, signed, needed }) => (
              <small key={account}>
                {progress.length > 1 ? `${keyName(account, request, texts)}: ` : null}
                {texts.of(signed, needed)}
              </small>
            ))}
          </div>
        </div>
      </div>
      <VisuallyHidden role="status" aria-live="polite">
        {news}
      </VisuallyHidden>
      <ul className="signers">
        {signatories.map((one) => (
          <Signer
            key={one.account}
            signatory={one}
            request={request}
            me={me}
            name={names.get(one.account)}
            isStale={stale.has(one.account)}
            isJoint={standing === 'open' && joint.has(one.account)}
          />
        ))}
      </ul>
      {standing === 'open' || standing === 'timed' || standing === 'ready' ? (
        <TimeLeft request={request} standing={standing} />
      ) : null}
      <Actions {...props} />
      <NextRequest
        after={props.jobId}
        isDone={signatories.every(({ account, state }) => account !== me || state !== 'missing')}
      />
    </section>
  )
}

/** Links to the next request that waits for the reader, so that nobody has to go back to a list. */
function NextRequest({ after, isDone }: { after: string; isDone: boolean }) {
  const { request: texts } = useTexts()
  const { data } = useInfiniteQuery(inboxPagesQuery('known'))
  const [first] = data?.pages ?? []
  const waiting = first?.entries.filter(({ waitsFor }) => waitsFor === 'signature') ?? []
  const at = waiting.findIndex(({ jobId }) => jobId === after)
  const next = waiting[at + 1] ?? waiting.find(({ jobId }) => jobId !== after)
  if (!next || next.jobId === after) return null
  return (
    <Button
      component={Link}
      to={`/requests/${next.jobId}`}
      variant={isDone ? 'filled' : 'subtle'}
      fullWidth
      mt="sm"
      data-testid="next"
    >
      {texts.next}
    </Button>
  )
}

/** An owner, and whether the owner has signed. The reader's own turn is marked. */
function Signer(props: {
  signatory: Signatory
  name: string | undefined
  request: Request
  me: string
  isStale: boolean
  isJoint: boolean
}) {
  const { signatory, name, request, me, isStale, isJoint } = props
  const { account, state, at, reason } = signatory
  const { request: texts } = useTexts()
  const cannot = state === 'missing' && isStale
  const isMyTurn = state === 'missing' && account === me && !cannot
  return (
    <li>
      <div>
        <Who id={account} name={name} below={<AccountLink id={account} />} />
        {reason ? (
          <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }} mt={4}>
            <bdi>{seen(reason)}</bdi>
          </Text>
        ) : null}
        {isJoint && (state === 'missing' || state === 'partial') && !isStale ? (
          <JointOwner jobId={request.jobId} account={account} />
        ) : null}
      </div>
      <span className="mark" data-state={isMyTurn ? 'turn' : state} title={at}>
        {state === 'signed' ? <CheckIcon /> : state === 'rejected' ? <CrossIcon /> : null}
        {isMyTurn
          ? texts.turn
          : cannot
            ? texts.keyReplaced
            : state === 'rejected' && account === request.requesterId
              ? texts.hasWithdrawn
              : texts[state]}
      </span>
    </li>
  )
}

/** The time left, as a bar and in words. */
function TimeLeft({ request, standing }: { request: Request; standing: Standing }) {
  const { texts, language } = useLanguage()
  const now = useNow()
  const end = Date.parse(endOf(request))
  const start = Date.parse(request.createdAt)
  const share = Math.max(0, Math.min(1, (end - now) / Math.max(1, end - start)))
  const at = timeText(endOf(request), language)
  return (
    <div className="time">
      <div className="time-t">
        <span>
          <ClockIcon /> <RequestCountdown request={request} />
        </span>
        <span>{request.executeAt ? texts.request.at(at) : texts.request.until(at)}</span>
      </div>
      <div className="bar" data-state={standing === 'timed' ? 'sched' : 'wait'}>
        <i style={{ width: `${100 * share}%` }} />
      </div>
      {request.schedule?.state === 'creating' ? (
        <p className="note">{texts.request.thenUntil(timeText(request.schedule.expiresAt, language))}</p>
      ) : null}
    </div>
  )
}

/**
 * The owners whose accounts have new keys that the wallet's key lacks, so the ledger does not count their signatures.
 * Empty for a change of owners, which may add the new keys.
 */
function useStale({ walletId, operation }: Request): ReadonlySet<string> {
  const { data: wallet } = useQuery({ ...walletQuery(walletId ?? ''), enabled: walletId !== null, retry: false })
  return useStaleOwners(operation === 'update' ? undefined : wallet)
}

function useJoint({ walletId }: Request): ReadonlySet<string> {
  const { data: wallet } = useQuery({ ...walletQuery(walletId ?? ''), enabled: walletId !== null, retry: false })
  return useJointOwners(wallet)
}

const keyName = (account: string | null, { walletId }: Request, texts: Texts['request']): string =>
  account === null ? texts.newKey : account === walletId ? texts.presentKey : account

/** The wallet's key. An owner may have several keys, and only some of them may have signed. */
function WalletKeys({ request, walletId }: { request: Request; walletId: string }) {
  const { data: wallet } = useQuery({ ...walletQuery(walletId), retry: false })
  if (!wallet) return null
  return <WalletKeyTree wallet={wallet} signers={signersOf(request)} />
}

/** The actions. On a phone they are at the bottom of the screen. Only compared bytes can be signed. */
function Actions(props: {
  jobId: string
  request: Request
  names: Names
  standing: Standing
  executing: Executing
  me: string
  check: Check | undefined
}) {
  const { jobId, request, names, standing, executing, me, check } = props
  const { request: texts } = useTexts()
  /** The content that the user is reading before signing it. */
  const [reading, setReading] = useState<string>()
  const [isRejecting, rejecting] = useDisclosure()
  const { wallet: words } = useTexts()
  const isStale = useStale(request).has(me)
  const mine = signatoriesOf(request).find(({ account }) => account === me)
  const isOpen = standing === 'open' || standing === 'ready' || standing === 'timed'
  // After a request with a schedule was withdrawn, the owner signs the deletion of the schedule.
  const mayDelete = request.status === 'error' && request.bytesExpireAt !== undefined
  const maySign = (mayDelete || (isOpen && mine?.state === 'missing' && !isStale)) && check?.verdict === 'trusted'
  const role = useRoleAt(request.walletId)
  const isOwn = request.requesterId === me
  // An account that is not a member, such as a future owner, may reject its own admission. Observers may only look.
  const mayAct = role === undefined || role === 'owner' || (role === 'proposer' && isOwn)
  const canReject = isOpen && mayAct && mayReject(request, me)
  const agreed = check?.verdict === 'trusted' ? agreedIn(check) : undefined
  const hasChanged = reading !== undefined && agreed !== undefined && reading !== agreed
  const { ref, keepFocus } = useKeptFocus(`${maySign} ${standing}`)
  return (
    <>
      {isOpen && mine?.state === 'missing' && isStale ? <p className="note">{words.ownerStale}</p> : null}
      {mine?.state === 'unconfirmed' ? <p className="note">{texts.youSignedUnconfirmed}</p> : null}
      {mine && hasSigned(mine) && isOpen ? <p className="note">{texts.youSigned}</p> : null}
      {executing.error && standing === 'ready' ? <Failed error={executing.error} /> : null}
      {hasChanged ? <Failed error={notShown()} /> : null}
      <div ref={ref} tabIndex={-1} className="do" data-bar={maySign || canReject || standing === 'ready'}>
        {maySign ? (
          <Button onClick={() => setReading(agreed)} leftSection={<EditIcon />} className="first">
            {texts.approve}
          </Button>
        ) : null}
        {standing === 'ready' && (role === undefined || role === 'owner') ? (
          <Button onClick={() => executing.mutate()} loading={executing.isPending} className="first">
            {texts.execute}
          </Button>
        ) : null}
        {canReject ? (
          <Button variant="default" onClick={rejecting.open}>
            {request.requesterId === me ? texts.withdrawRequest : texts.reject}
          </Button>
        ) : null}
        {isOpen && mayAct && request.replacedBy === undefined ? <ReplaceButton request={request} /> : null}
        <span className="hide">
          <CopyWhole value={location.href} label={texts.share} />
        </span>
      </div>
      {check?.verdict === 'trusted' ? (
        <ApproveDialog
          jobId={jobId}
          request={request}
          check={check}
          names={names}
          rejections={request.rejections}
          opened={reading === agreed}
          onClose={() => setReading(undefined)}
          onClosed={keepFocus}
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

/** The account's role at a wallet; undefined until it is known, and for accounts that are not members. */
function useRoleAt(walletId: string | null) {
  const { data } = useQuery({ ...walletQuery(walletId ?? ''), enabled: walletId !== null })
  return data?.role
}

/** Moves the focus to the actions if the action that had it is gone because it was used. */
function useKeptFocus(actions: string) {
  const ref = useRef<HTMLDivElement>(null)
  const shown = useRef(actions)
  const keepFocus = () => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (shown.current !== actions) keepFocus()
    shown.current = actions
  })
  return { ref, keepFocus }
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
  const draft = useDraft(`reason ${jobId}`)
  const [reason, setReason] = useDraftState(draft, 'reason', '')
  const rejecting = useMutation({
    mutationFn: () =>
      api.multisig.post('/multisig/transaction/reject/{jobId}', {
        path: { jobId },
        body: reason === '' ? {} : { reason },
      }),
    onSuccess() {
      draft.clear()
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={isOwn ? texts.withdrawTitle : texts.rejectTitle}>
      <Stack>
        <Text>{isOwn ? (isKept ? texts.withdrawKeptText : texts.withdrawText) : texts.rejectText}</Text>
        <ReasonInput value={reason} onChange={setReason} />
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

/** The events of the request and the comments on it, in order. */
function Discussion({ request, names, jobId }: { request: Request; names: Names; jobId: string }) {
  const { request: texts } = useTexts()
  const me = useMe()
  const mine = useCalled()(me, names.get(me))
  return (
    <section>
      <h2 className="talk-h">{texts.comments}</h2>
      <ol className="talk">
        {eventsOf(request, texts).map(({ key, account, did, at, said }) => (
          <Said key={key} account={account} name={names.get(account)} did={did} at={at} said={said} />
        ))}
        <li>
          <AccountFace id={me} name={mine} size={32} />
          <div>
            <Drafted form={`comment ${jobId}`}>{(draft) => <CommentForm jobId={jobId} draft={draft} />}</Drafted>
          </div>
        </li>
      </ol>
    </section>
  )
}

interface Event {
  key: string
  account: string
  did?: string | undefined
  at: string
  said?: string | undefined
}

function eventsOf(request: Request, texts: Texts['request']): Event[] {
  const { requesterId, createdAt, comments, rejections } = request
  // Who rejected or withdrew it may have signed it before.
  const acts = signatoriesOf({ ...request, rejections: [] }).flatMap((one) => {
    const { account, at } = one
    return at && hasSigned(one) ? [{ key: `signed ${account}`, account, did: texts.hasSigned, at }] : []
  })
  // The reason is shown next to the name of the owner.
  const refused = rejections.map(({ walletId: account, timestamp: at }) => ({
    key: `rejected ${account}`,
    account,
    at,
    did: account === requesterId ? texts.withdrew : texts.hasRejected,
  }))
  const written = comments.map(({ commentId, walletId: account, timestamp: at, text: said }) => ({
    key: commentId,
    account,
    at,
    said,
  }))
  return [
    { key: 'created', account: requesterId, did: texts.created, at: createdAt },
    ...[...acts, ...refused, ...written].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  ]
}

function Said({ account, name, did, at, said }: Omit<Event, 'key'> & { name: string | undefined }) {
  const called = useCalled()(account, name)
  return (
    <li>
      <AccountFace id={account} name={called} size={32} />
      <div>
        <div className="by">
          <b>
            <bdi>{called ?? account}</bdi>
          </b>{' '}
          {did} · <Time at={at} />
        </div>
        {said === undefined ? null : (
          <div className="said">
            <bdi>{seen(said)}</bdi>
          </div>
        )}
      </div>
    </li>
  )
}

function CommentForm({ jobId, draft }: { jobId: string; draft: Draft }) {
  const { request: texts } = useTexts()
  const queries = useQueryClient()
  const [text, setText] = useDraftState(draft, 'text', '')
  const sending = useMutation({
    mutationFn: () =>
      sendOnce(draft)({ text }, (idempotencyKey) =>
        api.multisig.post('/multisig/transaction/comment/{jobId}', { path: { jobId }, body: { text }, idempotencyKey }),
      ),
    onSuccess() {
      draft.clear()
      setText('')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['request', jobId] }),
  })
  return (
    <>
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
    </>
  )
}
