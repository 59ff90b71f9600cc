/** Pays several receivers: typed or pasted lines, or a spreadsheet, checked while they are written. */
import { Alert, Button, Card, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { isQuorateError } from '@quorate/client'
import { amountInField, decimalsIn, inTransactions, MAX_RECEIVERS, type Payment, sumsOf } from '@quorate/verify'
import { type ListFault, MAX_LIST_LINES, type PaymentList, textOfList } from '@quorate/verify/payment-list'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useMyNames } from '../../address-book/use-book.ts'
import { useCalled, useSymbol } from '../../address-book/use-called.ts'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { api, type Wallet } from '../../api/client.ts'
import { rememberAsked } from '../../api/kept-asked.ts'
import { BALANCE_MS, groupQuery, tokenQuery, walletQuery } from '../../api/queries.ts'
import { useMe, useSession } from '../../api/session.tsx'
import { ledgerNow } from '../../api/time.ts'
import type { PermittedFees } from '../../approve/check.ts'
import { type Draft, useDraftState } from '../../parts/inputs/draft.ts'
import { Drafted } from '../../parts/inputs/drafted.tsx'
import { sendOnce } from '../../parts/inputs/send-once.ts'
import { WarningIcon } from '../../parts/layout/icons.tsx'
import { Screen } from '../../parts/layout/screen.tsx'
import { Loaded, Loading } from '../../parts/layout/states.tsx'
import { NotAsked } from '../../parts/ledger/ledger-problems.tsx'
import { Account, Amount } from '../../parts/values.tsx'
import { unpaidOf } from '../../requests/groups/group.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { type Earlier, type When, whensFor, whensOf } from '../asking/ask.ts'
import { useEarlier } from '../asking/earlier.ts'
import { PermitFees } from '../asking/permit-fees.tsx'
import { memoOf } from '../asking/purpose.ts'
import { PurposeInput } from '../asking/purpose-input.tsx'
import { type Replaced, replacing, timesOf, useReplaced } from '../asking/replacing.ts'
import { ReplacingNote } from '../asking/replacing-note.tsx'
import { WhenFields } from '../asking/when-fields.tsx'
import { earlierPayments, listOf, paymentsIn } from './payments.ts'
import { FromTemplate, SaveTemplate, Templates, useTemplate } from './templates.tsx'

export function PayScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/pay' })
  const { pay, ask, wallets } = useTexts()
  const { searchStr } = useLocation()
  const query = useQuery({ ...walletQuery(walletId), refetchInterval: BALANCE_MS })
  const name = useCalled()(walletId, query.data?.name)
  const initial = useInitial(walletId)
  const replaced = useReplaced(walletId)
  return (
    <Screen
      title={pay.title}
      lead={ask.lead(name === undefined ? walletId : `${name} (${walletId})`)}
      crumbs={[
        { to: '/wallets', label: wallets.title },
        { to: `/wallets/${walletId}`, label: name ?? walletId },
      ]}
    >
      <Loaded query={query}>
        {(wallet) =>
          initial === undefined || replaced === undefined ? (
            <Loading />
          ) : (
            <Drafted form={`pay ${walletId} ${searchStr}`}>
              {(draft) => (
                <Stack gap="lg">
                  <Templates wallet={wallet} />
                  <PayForm
                    wallet={wallet}
                    initial={{ ...initial, ...timesOf(replaced) }}
                    draft={draft}
                    replaced={replaced}
                  />
                </Stack>
              )}
            </Drafted>
          )
        }
      </Loaded>
    </Screen>
  )
}

/** A form filled in from an earlier request, or an empty one. Undefined while the request and its tokens load. */
function useInitial(walletId: string): Form | undefined {
  const { language } = useLanguage()
  const { chain } = useSession()
  const template = useTemplate(walletId)
  const other = useUnpaid(walletId, useEarlier(walletId))
  const earlier: Earlier | null | undefined = template
    ? { operation: 'pay', payload: { payments: template.payments, memo: template.memo }, when: 'until' }
    : template === null
      ? other
      : undefined
  const payments = earlier ? earlierPayments(earlier) : []
  const tokens = [...new Set(payments.map(({ tokenId }) => tokenId))].filter((id) => id !== 'HBAR')
  const read = useQueries({ queries: tokens.map((id) => tokenQuery(id, chain)) })
  if (earlier === null) return EMPTY
  if (!earlier || read.some(({ isPending }) => isPending)) return undefined
  const decimals = new Map(tokens.map((id, index) => [id, decimalsIn(read[index]?.data?.decimals)]))
  const { payload, when } = earlier
  return {
    ...EMPTY,
    list: listOf(payments, decimals, language),
    purpose: typeof payload.memo === 'string' ? payload.memo : '',
    when,
  }
}

/** The payments of the group in the URL that were not made and never will be, as one earlier request. */
function useUnpaid(walletId: string, earlier: Earlier | null | undefined): Earlier | null | undefined {
  const { searchStr } = useLocation()
  const groupId = new URLSearchParams(searchStr).get('group')
  const { data, isError } = useQuery({ ...groupQuery(walletId, groupId ?? ''), enabled: groupId !== null })
  if (groupId === null || isError) return earlier
  if (!data) return undefined
  const payments = unpaidOf(data).map(({ receiverId, tokenId, amount }) => ({
    receiverId,
    tokenId,
    amount: String(amount),
  }))
  const memo = data.requests[0]?.payload.memo
  return { operation: 'pay', payload: { payments, ...(memo === undefined ? {} : { memo }) }, when: 'until' }
}

interface Form {
  list: string
  purpose: string
  when: When
  time: string
}
const EMPTY: Form = { list: '', purpose: '', when: 'until', time: '' }

function PayForm(props: { wallet: Wallet; initial: Form; draft: Draft; replaced: Replaced | null }) {
  const { wallet, initial, draft, replaced } = props
  const { pay } = useTexts()
  const [typed, setForm] = useDraftState<Form>(draft, 'form', initial)
  const whens = whensFor(whensOf('withdraw'), wallet)
  const form = { ...typed, when: whens.includes(typed.when) ? typed.when : ('at' as const) }
  const [isTimeWrong, setTimeWrong] = useState(false)
  const list = useList(wallet, form.list)
  const { sending, permit, anyway } = useRequests(wallet.wallet, draft)
  const change = (part: Partial<Form>) => {
    setTimeWrong(false)
    sending.reset()
    setForm((before) => ({ ...before, ...part }))
  }
  const requests = inTransactions(list.payments)
  const purpose = memoOf(form.purpose)
  const keepable = purpose && list.faults.length === 0 ? { payments: list.payments.map(stated), ...purpose } : undefined
  const submit = () => {
    const at = Date.parse(form.time)
    const isLater = form.when !== 'short'
    if (isLater && !(at > ledgerNow())) return setTimeWrong(true)
    if (purpose === undefined || list.faults.length > 0 || requests.length === 0) return
    const times = isLater ? { [form.when === 'at' ? 'executeAt' : 'expiresAt']: new Date(at).toISOString() } : {}
    const bodies = requests.map((payments) =>
      replacing(
        {
          walletId: wallet.wallet,
          payments: payments.map(stated),
          ...purpose,
          ...times,
        },
        replaced,
        form,
      ),
    )
    sending.mutate({ bodies, force: false })
  }
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="lg">
          <ReplacingNote replaced={replaced} form={form} />
          <FromTemplate walletId={wallet.wallet} />
          <ListInput value={form.list} onChange={(text) => change({ list: text })} />
          {form.list.trim() === '' ? null : <ListView list={list} wallet={wallet} requests={requests.length} />}
          <PurposeInput value={form.purpose} onChange={(purpose) => change({ purpose })} />
          <WhenFields when={form.when} time={form.time} isWrong={isTimeWrong} change={change} whens={whens} />
          {sending.error ? (
            <NotAsked error={sending.error} anyway={anyway} isSending={sending.isPending}>
              <PermitFees error={sending.error} permit={permit} isSending={sending.isPending} />
            </NotAsked>
          ) : null}
          <Group justify="flex-end">
            <SaveTemplate wallet={wallet} content={keepable} />
            <Button
              type="submit"
              loading={sending.isPending || sending.isSuccess}
              // A request can be replaced by only one request.
              disabled={requests.length === 0 || list.faults.length > 0 || (replaced !== null && requests.length > 1)}
            >
              {pay.button(Math.max(1, requests.length))}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

const stated = ({ receiverId, tokenId, amount }: Payment) => ({ receiverId, tokenId, amount: String(amount) })

type Bodies = readonly Readonly<Record<string, unknown>>[]

/**
 * Creates the requests one after the other. If one is refused, the earlier ones stay, and are not created again. The
 * draft keeps them over a reload, or they would be paid twice.
 */
function useRequests(walletId: string, draft: Draft) {
  const navigate = useNavigate()
  const me = useMe()
  const [made] = useState(() => new Map((draft.parts().made ?? []) as [body: string, jobId: string][]))
  const sending = useMutation({
    async mutationFn({ bodies, force }: { bodies: Bodies; force: boolean }) {
      const ids: string[] = []
      const plan = planned(draft, bodies, made)
      for (const single of bodies) {
        const text = JSON.stringify(single)
        const position = plan.texts.indexOf(text)
        const size = plan.texts.length
        const body =
          size > 1 && position >= 0 ? { ...single, group: { groupId: plan.groupId, position, size } } : single
        const sent = force ? { ...body, force } : body
        const send = async () =>
          sendOnce(draft)(sent, (idempotencyKey) =>
            api.multisig.post('/multisig/wallet/pay/request', { body: sent as never, idempotencyKey }),
          )
        const before = made.get(text)
        const jobId = before ?? (await send().catch(partMade)).jobId
        made.set(text, jobId)
        draft.keep('made', [...made])
        if (before === undefined) rememberAsked(me, jobId, { operation: 'pay', payload: body })
        ids.push(jobId)
      }
      return { ids, groupId: plan.texts.length > 1 ? plan.groupId : undefined }
    },
    onSuccess({ ids: [jobId = '', ...others], groupId }) {
      draft.clear()
      if (others.length === 0) return navigate({ to: '/requests/$jobId', params: { jobId } })
      return groupId === undefined
        ? navigate({ to: '/wallets/$walletId', params: { walletId } })
        : navigate({ to: '/wallets/$walletId/groups/$groupId', params: { walletId, groupId } })
    },
  })
  /** Sends the refused request once more, with the exceptions that the user has agreed to, and then the others. */
  const again = (more: object, force: boolean) => {
    const { bodies = [] } = sending.variables ?? {}
    const refused = bodies.findIndex((body) => !made.has(JSON.stringify(body)))
    sending.mutate({ bodies: bodies.map((body, index) => (index === refused ? { ...body, ...more } : body)), force })
  }
  return {
    sending,
    permit: (maxCustomFees: PermittedFees[]) => again({ maxCustomFees }, sending.variables?.force ?? false),
    anyway: () => again({}, true),
  }
}

/**
 * The group of the requests. A reload keeps it as long as the list is the same. If the list changes, only the parts
 * that were not in the earlier one are requested.
 */
function planned(draft: Draft, bodies: Bodies, made: ReadonlyMap<string, string>): Plan {
  const texts = bodies.map((body) => JSON.stringify(body))
  const kept = draft.parts().plan as Plan | undefined
  if (kept && texts.every((text) => kept.texts.includes(text) || made.has(text))) return kept
  const plan = { groupId: crypto.randomUUID(), texts: texts.filter((text) => !made.has(text)) }
  draft.keep('plan', plan)
  return plan
}
interface Plan {
  groupId: string
  /** The bodies in the order of the group's parts. */
  texts: string[]
}

/** Returns the existing request of this part, whose answer was lost. @throws any other error */
function partMade(error: unknown): { jobId: string } {
  const [part] = isQuorateError(error, 'GROUP_PART_EXISTS') ? (error.details as { jobId: string }[]) : []
  if (part) return part
  throw error
}

/** The payments in the text. Decimals and symbols of tokens come from the ledger. */
function useList(wallet: Wallet, text: string): PaymentList {
  const { language } = useLanguage()
  const { chain } = useSession()
  // Only the user's own names. Owners' names come from other people, and the service could give them to any account.
  const names = useMyNames()
  const symbolOf = useSymbol()
  const held = wallet.assets.filter(({ tokenId }) => tokenId !== 'HBAR')
  const nfts = new Set(held.flatMap(({ tokenId, type }) => (type === 'NON_FUNGIBLE_UNIQUE' ? [tokenId] : [])))
  const read = useQueries({ queries: held.map(({ tokenId }) => tokenQuery(tokenId, chain)) })
  const tokens = held.flatMap(({ tokenId }, index) => {
    const token = read[index]?.data
    return token ? [{ ...token, tokenId }] : []
  })
  const decimals = new Map(tokens.map((token) => [token.tokenId, decimalsIn(token.decimals)]))
  const symbols = new Map(tokens.map(({ tokenId, symbol }) => [tokenId, symbolOf(tokenId, symbol) ?? tokenId]))
  const typed = useDeferredValue(text)
  if (typed.trim() === '') return { payments: [], faults: [] }
  return paymentsIn(typed, { walletId: wallet.wallet, chain, language, names, decimals, nfts, symbols })
}

function ListInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { pay } = useTexts()
  return (
    <div>
      <Textarea
        label={pay.list}
        description={pay.listHint(MAX_RECEIVERS)}
        placeholder={pay.listExample}
        value={value}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FileButton
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={async (file) => {
          if (file) onChange(textOfList(new Uint8Array(await file.arrayBuffer())))
        }}
      >
        {(button) => (
          <Button {...button} variant="default" mt="xs">
            {pay.file}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

/** The list as read: its wrong lines, or else every payment and the total. */
function ListView({ list, wallet, requests }: { list: PaymentList; wallet: Wallet; requests: number }) {
  const { pay, ask } = useTexts()
  const faultText = useFaultText()
  const nameOf = useOwnerNames()
  const { payments, faults } = list
  if (faults.length > 0)
    return (
      <Alert
        color="orange"
        title={pay.faults(new Set(faults.map(({ line }) => line)).size)}
        role="status"
        data-testid="list-faults"
      >
        {faults.slice(0, MOST_FAULTS).map((fault) => (
          <Text size="sm" key={`${fault.line} ${fault.column}`}>
            {faultText(fault)}
          </Text>
        ))}
      </Alert>
    )
  const sums = [...sumsOf(payments)]
  const heldOf = (id: string) => BigInt(wallet.assets.find(({ tokenId }) => tokenId === id)?.balance ?? 0)
  return (
    <Stack gap="xs" data-testid="payments">
      <Text aria-live="polite">
        {pay.count(payments.length)}{' '}
        {sums.map(([tokenId, sum], index) => (
          <span key={tokenId}>
            {index > 0 ? ' + ' : ''}
            <Amount units={sum} token={tokenId} />
          </span>
        ))}
        {requests > 1 ? ` ${pay.requests(requests)}` : ''}
      </Text>
      {sums
        .filter(([tokenId, sum]) => sum > heldOf(tokenId))
        .map(([tokenId]) => (
          <p key={tokenId} className="warn">
            <WarningIcon /> {ask.amountTooMuch}: <Amount units={heldOf(tokenId)} token={tokenId} size="sm" />
          </p>
        ))}
      <div className="tw">
        <table className="table cards">
          <thead>
            <tr>
              <th>{ask.receiver}</th>
              <th className="r">{ask.amount}</th>
            </tr>
          </thead>
          <tbody>
            {payments.slice(0, MOST_ROWS).map(({ receiverId, tokenId, amount, lines }) => (
              <tr key={`${receiverId} ${tokenId}`}>
                <td>
                  <Account id={receiverId} name={nameOf(wallet.wallet, receiverId)} isPlain checksum />
                  <span className="sub">{pay.lines(lines)}</span>
                </td>
                <td className="r">
                  <Amount units={amount} token={tokenId} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {payments.length > MOST_ROWS ? <Text size="sm">{pay.others(payments.length - MOST_ROWS)}</Text> : null}
    </Stack>
  )
}
const MOST_FAULTS = 20
const MOST_ROWS = 100

function useFaultText(): (fault: ListFault) => string {
  const { texts, language } = useLanguage()
  const { pay, amounts, ask, connect } = texts
  return (fault) => {
    const text = seen(fault.text)
    switch (fault.column) {
      case 'list':
        if (fault.fault === 'tooLong') return pay.tooLong(MAX_LIST_LINES)
        return fault.fault === 'empty' ? pay.empty : pay.atLine(fault.line, pay[fault.fault])
      case 'receiver':
        if (fault.fault === 'checksum') return pay.atLine(fault.line, pay.about(text, connect.checksumWrong))
        return pay.atLine(fault.line, fault.fault === 'itself' ? pay.itself : pay.noAccount(text))
      case 'token':
        if (fault.fault === 'checksum') return pay.atLine(fault.line, pay.about(text, connect.tokenChecksumWrong))
        return pay.atLine(fault.line, fault.fault === 'nft' ? pay.isNft(text) : pay.noToken(text))
      case 'amount': {
        const meant = fault.meant.map((units) => amountInField(units, fault.decimals, language)).join(pay.or)
        const what = {
          empty: ask.amountMissing,
          zero: ask.amountMissing,
          notANumber: pay.about(text, amounts.notANumber),
          tooPrecise: pay.about(text, amounts.tooPrecise(fault.decimals)),
          tooLarge: pay.about(text, amounts.tooLarge),
          ambiguous: amounts.ambiguous(text),
        }[fault.fault]
        return pay.atLine(fault.line, meant === '' ? what : `${what}: ${meant}`)
      }
    }
  }
}
