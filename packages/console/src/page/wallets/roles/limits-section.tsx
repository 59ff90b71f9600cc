/** Spending limits: amounts that accounts may pay from a wallet alone, and a form for a new limit. */
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import { isEntityId, limitPeriods, mostPeriods, planOf, shownSymbol } from '@quorate/verify'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api, type Wallet } from '../../api/client.ts'
import { rememberAsked } from '../../api/kept-asked.ts'
import { BALANCE_MS, limitsQuery } from '../../api/queries.ts'
import { useMe, useSession } from '../../api/session.tsx'
import { ledgerNow } from '../../api/time.ts'
import { Who } from '../../parts/faces/who.tsx'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { AmountInput } from '../../parts/inputs/amount-input.tsx'
import { type Draft, useDraft, useDraftState } from '../../parts/inputs/draft.ts'
import { type Attempt, attemptFor, isOpen } from '../../parts/inputs/send-once.ts'
import { measureOf, noAmount, unitsIn } from '../../parts/inputs/typed-amount.ts'
import { useDecimals } from '../../parts/inputs/use-decimals.ts'
import { Chip } from '../../parts/layout/chip.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Section } from '../../parts/layout/screen.tsx'
import { Failed, Loaded } from '../../parts/layout/states.tsx'
import { AccountLink, Amount, Time } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { LimitPaying } from './limit-paying.tsx'

type Limit = { spenderId: string; tokenId: string; granted: bigint; left: bigint }

type ShownLimit = Pick<Limit, 'tokenId' | 'granted'> & {
  renewals: readonly { amount: number | string; executeAt: string | null }[]
}

export function LimitsSection({ wallet }: { wallet: Wallet }) {
  const { wallet: walletId, role } = wallet
  const { access: texts } = useTexts()
  const { chain } = useSession()
  const me = useMe()
  const query = useQuery({ ...limitsQuery(walletId, chain), refetchInterval: BALANCE_MS })
  const draft = useDraft(`limit ${walletId}`)
  // After a reload, the dialog is open with what was typed.
  const [isAsking, setAsking] = useState(draft.wasFilled)
  const endAsking = () => {
    draft.clear()
    setAsking(false)
  }
  const [paying, setPaying] = useState<Limit>()
  const mayAsk = role !== 'observer'
  return (
    <Section
      title={texts.limits}
      hint={texts.limitsHint}
      end={
        mayAsk ? (
          <button type="button" className="plain" onClick={() => setAsking(true)}>
            {texts.newLimit}
          </button>
        ) : undefined
      }
    >
      <Loaded query={query} rows={1}>
        {(limits) =>
          limits.length === 0 ? (
            <p className="note">{texts.noLimits}</p>
          ) : (
            <ul className="panel entries" data-testid="limits">
              {limits.map((limit) => (
                <li key={`${limit.spenderId} ${limit.tokenId}`} className="entry">
                  <Group justify="space-between" p="sm">
                    <Who id={limit.spenderId} below={<AccountLink id={limit.spenderId} />} />
                    <div>
                      {limit.granted > 0n ? (
                        <>
                          <Text size="sm">
                            {texts.left}: <Amount units={limit.left} token={limit.tokenId} />
                          </Text>
                          <span className="fine">
                            / <Amount units={limit.granted} token={limit.tokenId} />
                          </span>
                        </>
                      ) : (
                        <NotInEffect limit={limit} />
                      )}
                      <Renewals limit={limit} />
                      {limit.isMember ? null : <Chip state="refused">{texts.noMember}</Chip>}
                    </div>
                    <Group>
                      {limit.spenderId === me && limit.left > 0n ? (
                        <Button onClick={() => setPaying(limit)}>{texts.pay}</Button>
                      ) : null}
                      {mayAsk ? <EndButton wallet={wallet} limit={limit} /> : null}
                    </Group>
                  </Group>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Dialog opened={isAsking} onClose={endAsking} title={texts.newLimit} size="lg">
        <LimitForm wallet={wallet} draft={draft} onClose={endAsking} />
      </Dialog>
      <Dialog opened={paying !== undefined} onClose={() => setPaying(undefined)} title={texts.payTitle} size="lg">
        {paying ? <LimitPaying walletId={walletId} limit={paying} onClose={() => setPaying(undefined)} /> : null}
      </Dialog>
    </Section>
  )
}

/** For a limit that the ledger does not show: it is used up, or open requests are to give it first. */
function NotInEffect({ limit: { renewals, tokenId } }: { limit: ShownLimit }) {
  const { plannedLimit: texts } = useTexts()
  const [first] = renewals
  return (
    <>
      <Chip state="wait" testId="not-in-effect">
        {texts.notInEffect}
      </Chip>
      {first ? (
        <Text size="sm">
          {texts.planned}: <Amount units={BigInt(first.amount)} token={tokenId} />
        </Text>
      ) : null}
    </>
  )
}

/** The requests that will set the limit. Until its owners have signed one, it does nothing. */
function Renewals({ limit: { renewals, granted } }: { limit: ShownLimit }) {
  const { access: texts, plannedLimit } = useTexts()
  const next = renewals.find(({ executeAt }) => executeAt !== null)?.executeAt
  if (renewals.length === 0) return null
  return (
    <p className="fine">
      {granted > 0n ? texts.renewals(renewals.length) : plannedLimit.givenBy(renewals.length)}
      {next ? (
        <>
          , {texts.next} <Time at={next} />
        </>
      ) : null}
    </p>
  )
}

const HOUR_MS = 3_600_000
const assetOf = (tokenId: string) => (tokenId === 'HBAR' ? { type: 'hbar' } : { type: 'token', tokenId })
const DAY_MS = 24 * HOUR_MS
const isoIn = (ms: number): string => new Date(ledgerNow() + ms).toISOString()

/**
 * When the end of a limit is executed: immediately if one signature is enough, else with the last necessary signature.
 * Only owners can request these, so a proposer's request is executed after an hour.
 */
function timeOfEnd({ role, settings }: Wallet) {
  if (role !== 'owner') return { executeAt: isoIn(HOUR_MS) }
  return settings.threshold === 1 ? {} : { expiresAt: isoIn(3 * DAY_MS) }
}

/** Creates a request for an operation, and keeps the operation, to compare the bytes with it before they are signed. */
async function askFor(me: string, body: Record<string, unknown>, idempotencyKey: string): Promise<string> {
  const { jobId } = await api.multisig.post('/multisig/wallet/operation/request', {
    body: body as never,
    idempotencyKey,
  })
  rememberAsked(me, jobId, { operation: 'operation', payload: body })
  return jobId
}

/** Asks for the end of a limit. The service then closes requests that would renew it. */
function EndButton({ wallet, limit: { spenderId, tokenId } }: { wallet: Wallet; limit: Limit }) {
  const { access: texts } = useTexts()
  const me = useMe()
  const navigate = useNavigate()
  const last = useRef<Attempt<ReturnType<typeof timeOfEnd>>>(undefined)
  const ending = useMutation({
    async mutationFn() {
      const operation = {
        method: 'POST',
        path: '/accounts/allowance/delete',
        body: { ...assetOf(tokenId), spenderAccountId: spenderId },
      }
      const asked = { walletId: wallet.wallet, operation }
      const attempt = attemptFor(last.current, asked, () => timeOfEnd(wallet))
      last.current = attempt
      try {
        const jobId = await askFor(me, { ...asked, ...attempt.made }, attempt.key)
        last.current = undefined
        return jobId
      } catch (error) {
        if (!isOpen(error)) last.current = undefined
        throw error
      }
    },
    onSuccess(jobId) {
      // Opens the request, because its requester has two minutes to sign.
      return navigate({ to: '/requests/$jobId', params: { jobId } })
    },
  })
  return (
    <>
      <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate()}>
        {texts.endLimit}
      </Button>
      {ending.error ? <Failed error={ending.error} /> : null}
    </>
  )
}

const PERIODS = ['once', ...(Object.keys(limitPeriods) as (keyof typeof limitPeriods)[])] as const
const STARTS = [1, 24, 72] as const

function LimitForm({ wallet, draft, onClose }: { wallet: Wallet; draft: Draft; onClose: () => void }) {
  const { access: texts } = useTexts()
  const { language } = useLanguage()
  const me = useMe()
  const last = useRef<Attempt<Exclude<ReturnType<typeof planOf>, string>>>(undefined)
  const [account, setAccount] = useDraftState(draft, 'account', '')
  const [asset, setAsset] = useDraftState(draft, 'asset', 'HBAR')
  const [amount, setAmount] = useDraftState(draft, 'amount', noAmount)
  const [every, setEvery] = useDraftState<(typeof PERIODS)[number]>(draft, 'every', 'once')
  const [times, setTimes] = useDraftState(draft, 'times', 4)
  const [hours, setHours] = useDraftState<(typeof STARTS)[number]>(draft, 'hours', 1)
  const [isTried, setTried] = useState(false)
  const decimals = useDecimals(asset)
  const units = unitsIn(amount, measureOf(asset, decimals, language)) ?? 0n
  const plan = (now: number) =>
    planOf({ now, start: now + hours * HOUR_MS, every, times, ends: every !== 'once', language })
  const planned = plan(ledgerNow())
  const asking = useMutation({
    async mutationFn() {
      const input = { account, asset, amount: String(units), every, times, hours }
      const attempt = attemptFor(last.current, input, () => {
        const steps = plan(ledgerNow())
        if (typeof steps === 'string') throw new QuorateError({ code: 'INVALID_EXECUTE_AT', message: steps })
        return steps
      })
      last.current = attempt
      const made: string[] = []
      try {
        for (const [index, { act, at }] of attempt.made.entries()) {
          const common = { ...assetOf(asset), spenderAccountId: account }
          const body = act === 'give' ? { ...common, amount: String(units) } : common
          const path = `/accounts/allowance/${act === 'give' ? 'approve' : 'delete'}`
          const operation = { method: 'POST', path, body }
          const asked = { walletId: wallet.wallet, operation, executeAt: new Date(at).toISOString() }
          made.push(await askFor(me, asked, `${attempt.key}-${index}`))
        }
      } catch (error) {
        // Once a part of the plan may be made, another press continues the same plan.
        if (made.length === 0 && !isOpen(error)) last.current = undefined
        throw error
      }
      return made
    },
  })
  const { data: made } = asking
  if (made) return <Asked {...{ made, wallet, onClose }} />
  const assets = wallet.assets.filter(({ type }) => type === 'FUNGIBLE_COMMON')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isEntityId(account) && units > 0n && typeof planned !== 'string') asking.mutate()
      }}
    >
      <Stack>
        <Alert color="blue">{texts.limitSays}</Alert>
        <AccountInput
          label={texts.account}
          value={account}
          onChange={setAccount}
          error={isTried && !isEntityId(account) ? texts.accountWrong : undefined}
        />
        <NativeSelect
          label={texts.asset}
          value={asset}
          data={assets.map(({ tokenId, symbol }) => ({
            value: tokenId,
            label: tokenId === 'HBAR' ? 'HBAR' : `${tokenId} ${shownSymbol(symbol, tokenId) ?? ''}`,
          }))}
          onChange={({ currentTarget }) => setAsset(currentTarget.value)}
        />
        <AmountInput
          label={texts.amount}
          value={amount}
          onChange={setAmount}
          decimals={decimals}
          unit={asset === 'HBAR' ? 'ℏ' : ''}
          error={isTried && units === 0n ? texts.amountWrong : undefined}
        />
        <PeriodFields {...{ every, setEvery, times, setTimes, hours, setHours, planned }} />
        {typeof planned === 'string' ? null : <p className="note">{texts.plan(planned.length)}</p>}
        {asking.error ? <Failed error={asking.error} /> : null}
        <Button type="submit" loading={asking.isPending}>
          {texts.ask}
        </Button>
      </Stack>
    </form>
  )
}

/** Leads to the requests of a new limit. */
function Asked({ made, wallet, onClose }: { made: readonly string[]; wallet: Wallet; onClose: () => void }) {
  const { access: texts } = useTexts()
  return (
    <Stack>
      <Text>{texts.asked(made.length)}</Text>
      <Button
        component={Link}
        to={made.length === 1 ? `/requests/${made[0]}` : `/wallets/${wallet.wallet}?tab=requests`}
        onClick={onClose}
      >
        {texts.toRequests}
      </Button>
    </Stack>
  )
}

/** How often the limit is renewed, and when it begins. */
function PeriodFields(props: {
  every: (typeof PERIODS)[number]
  setEvery: (every: (typeof PERIODS)[number]) => void
  times: number
  setTimes: (times: number) => void
  hours: (typeof STARTS)[number]
  setHours: (hours: (typeof STARTS)[number]) => void
  planned: ReturnType<typeof planOf>
}) {
  const { every, setEvery, times, setTimes, hours, setHours, planned } = props
  const { access: texts } = useTexts()
  return (
    <>
      <NativeSelect
        label={texts.every}
        value={every}
        data={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as typeof every
          setEvery(next)
          if (next !== 'once') setTimes(Math.min(times, mostPeriods(next, hours * HOUR_MS)))
        }}
      />
      {every === 'once' ? null : (
        <TextInput
          type="number"
          min={1}
          max={mostPeriods(every, hours * HOUR_MS)}
          label={texts.times}
          value={times}
          onChange={({ currentTarget }) => setTimes(Number(currentTarget.value))}
          error={typeof planned === 'string' ? planned : undefined}
        />
      )}
      <NativeSelect
        label={texts.start}
        value={hours}
        data={STARTS.map((value) => ({ value: String(value), label: texts.starts[value] }))}
        onChange={({ currentTarget }) => setHours(Number(currentTarget.value) as typeof hours)}
      />
    </>
  )
}
