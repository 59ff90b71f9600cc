import { ActionIcon, Button, Card, Checkbox, Group, Stack, Stepper, Text, TextInput, Title } from '@mantine/core'
import { amountInField, HBAR_DECIMALS, isEntityId } from '@quorate/verify'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useMe } from '../../api/session.tsx'
import { usualThreshold } from '../../parts/figures/rule.ts'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { AmountInput } from '../../parts/inputs/amount-input.tsx'
import { type Draft, useDraftState } from '../../parts/inputs/draft.ts'
import { Drafted } from '../../parts/inputs/drafted.tsx'
import { isEmpty, measureOf, noAmount, unitsIn } from '../../parts/inputs/typed-amount.ts'
import { CrossIcon, PlusIcon } from '../../parts/layout/icons.tsx'
import { Screen } from '../../parts/layout/screen.tsx'
import { Loading } from '../../parts/layout/states.tsx'
import { NotAsked } from '../../parts/ledger/ledger-problems.tsx'
import { Account, Amount } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { useEarlier } from '../asking/earlier.ts'
import { useAsking } from '../asking/use-asking.ts'
import { NameFields } from './name-fields.tsx'
import { RulePicker } from './rule-picker.tsx'

interface Owner {
  key: number
  wallet: string
  name: string
}

const NO_DETAILS = { name: '', description: '', balance: noAmount, anyTokens: true }

const LAST_STEP = 3

/** The step of the form. Each step is an entry of the history, so that the browser's Back goes one step back. */
function useStep(last: number) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const { __TSR_key: key, begun = key, step = 0 } = useLocation({ select: ({ state }) => state })
  const goTo = (to: number, replace: boolean) =>
    navigate({ to: '/wallets/new', search: true, state: { ...(begun ? { begun } : {}), step: to }, replace })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the steps decide
  useEffect(() => {
    // The earlier steps are empty: their input was sent, or the user started afresh.
    if (step > last) void goTo(last, true)
  }, [step, last])
  return {
    step: Math.min(step, last),
    forward: () => goTo(step + 1, false),
    back: (to: number) => {
      if (to < step) history.go(to - step)
    },
  }
}

export function NewWalletScreen() {
  const { create } = useTexts()
  const { back } = useStep(LAST_STEP)
  const initial = useInitial()
  return (
    <Screen title={create.title}>
      {initial === undefined ? (
        <Loading />
      ) : (
        <Drafted form="wallet" onAfresh={() => back(0)}>
          {(draft) => <NewWalletForm initial={initial} draft={draft} />}
        </Drafted>
      )}
    </Screen>
  )
}

interface Initial {
  owners: Owner[]
  threshold: number | undefined
  details: typeof NO_DETAILS
}

/** The wallet of an earlier request, or the user's own account and one more. Undefined while the request is read. */
function useInitial(): Initial | undefined {
  const me = useMe()
  const { language } = useLanguage()
  const earlier = useEarlier(null)
  if (earlier === undefined) return undefined
  const two = [me, ''].map((wallet, key) => ({ key, wallet, name: '' }))
  if (earlier?.operation !== 'create') return { owners: two, threshold: undefined, details: NO_DETAILS }
  const { name, description = '', balance, settings, maxAutomaticTokenAssociations } = earlier.payload
  const { owners, threshold } = settings as { owners: { wallet: string; name?: string }[]; threshold: number }
  const units = balance === undefined ? undefined : BigInt(String(balance))
  return {
    owners: owners.map((owner, key) => ({ key, wallet: owner.wallet, name: owner.name ?? '' })),
    threshold,
    details: {
      name: String(name),
      description: String(description),
      anyTokens: maxAutomaticTokenAssociations === -1,
      balance: units === undefined ? noAmount : { text: amountInField(units, HBAR_DECIMALS, language) },
    },
  }
}

function NewWalletForm({ initial, draft }: { initial: Initial; draft: Draft }) {
  const { texts, language } = useLanguage()
  const { create, app } = texts
  const [isTried, setTried] = useState(false)
  const [owners, setOwners] = useDraftState(draft, 'owners', initial.owners)
  const [chosen, setChosen] = useDraftState(draft, 'threshold', initial.threshold)
  const [details, setDetails] = useDraftState(draft, 'details', initial.details)
  const threshold = Math.min(chosen ?? usualThreshold(owners.length), owners.length)
  const balance = isEmpty(details.balance) ? 0n : unitsIn(details.balance, measureOf('HBAR', HBAR_DECIMALS, language))
  const faultOf = ({ wallet }: Owner) =>
    isEntityId(wallet)
      ? owners.filter((one) => one.wallet === wallet).length > 1
        ? create.ownerRepeated
        : undefined
      : texts.connect.accountWrong
  const isReady = [
    owners.every((owner) => !faultOf(owner)),
    true,
    details.name.trim() !== '' && balance !== undefined,
    true,
  ]
  const firstOpen = isReady.indexOf(false)
  const steps = useStep(firstOpen === -1 ? LAST_STEP : firstOpen)
  const { step } = steps
  const heading = useFocusAt(step)

  const asking = useAsking(draft, 'create')
  const ask = (force: boolean) => asking.mutate({ body: bodyOf({ details, owners, threshold, balance }), force })
  const forward = () => {
    setTried(true)
    if (!isReady[step]) return
    setTried(false)
    if (step === LAST_STEP) ask(false)
    else void steps.forward()
  }
  const back = (to: number) => {
    asking.reset()
    steps.back(to)
  }

  return (
    <>
      <Stepper
        active={step}
        onStepClick={(to) => to < step && back(to)}
        size="sm"
        allowNextStepsSelect={false}
        wrap={false}
      >
        {Object.values(create.steps).map((label) => (
          <Stepper.Step key={label} label={<span className="step-label">{label}</span>} />
        ))}
      </Stepper>
      <Card>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            forward()
          }}
        >
          <Stack>
            <Title order={2} ref={heading} tabIndex={-1}>
              {Object.values(create.steps)[step]}
            </Title>
            {step === 0 ? (
              <OwnersStep owners={owners} setOwners={setOwners} faultOf={isTried ? faultOf : () => undefined} />
            ) : null}
            {step === 1 ? (
              <RulePicker owners={owners.length} threshold={threshold} label={create.ruleLead} onChange={setChosen} />
            ) : null}
            {step === 2 ? <DetailsStep details={details} setDetails={setDetails} isTried={isTried} /> : null}
            {step === 3 ? (
              <>
                <ReviewStep details={details} owners={owners} threshold={threshold} balance={balance} />
                {asking.error ? (
                  <NotAsked error={asking.error} anyway={() => ask(true)} isSending={asking.isPending} />
                ) : null}
              </>
            ) : null}
            <Group justify="space-between" mt="sm">
              <Button variant="default" disabled={step === 0} onClick={() => back(step - 1)}>
                {app.back}
              </Button>
              <Button type="submit" loading={asking.isPending || asking.isSuccess}>
                {step === LAST_STEP ? create.button : app.next}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </>
  )
}

interface NewWallet {
  details: Initial['details']
  owners: readonly Owner[]
  threshold: number
  /** In tinybars; undefined if it cannot be read. */
  balance: bigint | undefined
}

/** The body of the request. */
const bodyOf = ({ details, owners, threshold, balance }: NewWallet) => ({
  name: details.name.trim(),
  ...(details.description.trim() === '' ? {} : { description: details.description.trim() }),
  ...(balance ? { balance: String(balance) } : {}),
  settings: { threshold, owners: owners.map(({ wallet, name }) => ({ wallet, name: name.trim() })) },
  ...(details.anyTokens ? { maxAutomaticTokenAssociations: -1 } : {}),
})

/** The heading of a step, which gets the focus: the field or button that had it is gone. */
function useFocusAt(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}

function OwnersStep(props: {
  owners: Owner[]
  setOwners: Dispatch<SetStateAction<Owner[]>>
  faultOf: (owner: Owner) => string | undefined
}) {
  const { owners, setOwners, faultOf } = props
  const { create } = useTexts()
  const change = (key: number, part: Partial<Owner>) =>
    setOwners((before) => before.map((owner) => (owner.key === key ? { ...owner, ...part } : owner)))
  return (
    <>
      <Text c="dimmed">{create.ownersLead}</Text>
      {owners.map((owner, index) => (
        <Group
          key={owner.key}
          align="flex-start"
          gap="sm"
          component="fieldset"
          style={{ border: 0, padding: 0, margin: 0 }}
        >
          <legend style={{ fontWeight: 600, padding: 0 }}>{create.owner(index + 1)}</legend>
          <AccountInput
            label={create.account}
            value={owner.wallet}
            onChange={(wallet) => change(owner.key, { wallet })}
            error={faultOf(owner)}
            style={{ flex: '1 1 11rem' }}
          />
          <TextInput
            label={create.name}
            placeholder={create.nameHint}
            value={owner.name}
            onChange={(event) => change(owner.key, { name: event.currentTarget.value })}
            maxLength={100}
            autoComplete="off"
            style={{ flex: '1 1 11rem' }}
          />
          {owners.length > 1 ? (
            <ActionIcon
              mt={26}
              aria-label={create.removeOwner(index + 1)}
              onClick={() => setOwners(owners.filter(({ key }) => key !== owner.key))}
            >
              <CrossIcon />
            </ActionIcon>
          ) : null}
        </Group>
      ))}
      <div>
        <Button
          variant="light"
          leftSection={<PlusIcon />}
          onClick={() =>
            setOwners([...owners, { key: Math.max(...owners.map(({ key }) => key)) + 1, wallet: '', name: '' }])
          }
        >
          {create.addOwner}
        </Button>
      </div>
    </>
  )
}

function DetailsStep(props: {
  details: Initial['details']
  setDetails: Dispatch<SetStateAction<Initial['details']>>
  isTried: boolean
}) {
  const { details, setDetails, isTried } = props
  const { create } = useTexts()
  const me = useMe()
  return (
    <>
      <NameFields
        details={details}
        isTried={isTried}
        change={(part) => setDetails((before) => ({ ...before, ...part }))}
      />
      <AmountInput
        label={create.balance}
        description={create.balanceHint(me)}
        value={details.balance}
        onChange={(typed) => setDetails((before) => ({ ...before, balance: typed }))}
        decimals={HBAR_DECIMALS}
        unit="ℏ"
      />
      <Checkbox
        size="md"
        label={create.tokens}
        description={create.tokensHint}
        checked={details.anyTokens}
        onChange={(event) => setDetails({ ...details, anyTokens: event.currentTarget.checked })}
      />
    </>
  )
}

function ReviewStep({ details, owners, threshold, balance }: NewWallet) {
  const texts = useTexts()
  const { create } = texts
  return (
    <>
      <Text c="dimmed">{create.reviewLead}</Text>
      <dl className="statements">
        <dt>{create.walletName}</dt>
        <dd>{details.name}</dd>
        {details.description.trim() === '' ? null : (
          <>
            <dt>{create.description}</dt>
            <dd style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{details.description.trim()}</dd>
          </>
        )}
        <dt>{create.steps.rule}</dt>
        <dd>{texts.wallets.rule(threshold, owners.length)}</dd>
        <dt>{create.steps.owners}</dt>
        <dd>
          {owners.map(({ key, wallet, name }) => (
            <div key={key}>
              <Account id={wallet} name={name} />
            </div>
          ))}
        </dd>
        {balance ? (
          <>
            <dt>{texts.words.deposit}</dt>
            <dd>
              <Amount units={balance} />
            </dd>
          </>
        ) : null}
        <dt>{create.tokens}</dt>
        <dd>{details.anyTokens ? create.tokensYes : create.tokensNo}</dd>
      </dl>
    </>
  )
}
