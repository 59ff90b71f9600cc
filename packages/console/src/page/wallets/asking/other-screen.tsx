/** Asks a wallet for any other transaction: from a list of operations, or from the bytes of another tool. */
import {
  Button,
  Card,
  Checkbox,
  FileButton,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import {
  fieldWords,
  type Key,
  kindWords,
  type OperationField,
  type OperationName,
  operationDefinitions,
  operationFromBytes,
  operationKinds,
  type StatedOperation,
  titleWords,
  VerifyError,
  valueWords,
} from '@quorate/verify'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCalled } from '../../address-book/use-called.ts'
import type { Wallet } from '../../api/client.ts'
import { BALANCE_MS, walletQuery } from '../../api/queries.ts'
import { ledgerNow } from '../../api/time.ts'
import { useKeys } from '../../approve/use-keys.ts'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { AmountInput } from '../../parts/inputs/amount-input.tsx'
import { type Draft, useDraftState } from '../../parts/inputs/draft.ts'
import { Drafted } from '../../parts/inputs/drafted.tsx'
import { TokenInput } from '../../parts/inputs/token-input.tsx'
import { noAmount } from '../../parts/inputs/typed-amount.ts'
import { useDecimalsOf } from '../../parts/inputs/use-decimals.ts'
import { Columns, Screen } from '../../parts/layout/screen.tsx'
import { Failed, Loaded, Loading } from '../../parts/layout/states.tsx'
import { bytesIn as base64In, fromHex } from '../../parts/ledger/bytes.ts'
import { NotAsked } from '../../parts/ledger/ledger-problems.tsx'
import { Sentence } from '../../requests/sentences/sentence-view.tsx'
import { useSentence } from '../../requests/sentences/use-sentence.ts'
import type { Texts } from '../../texts/en.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { type When, whensFor } from './ask.ts'
import { useEarlier } from './earlier.ts'
import {
  assetOf,
  earlierOperation,
  emptyForm,
  type Form,
  fieldsOf,
  measureIn,
  operationIn,
  tokensOfAmounts,
  whensOf,
} from './other.ts'
import { memoOf } from './purpose.ts'
import { PurposeInput } from './purpose-input.tsx'
import { type Replaced, replacing, timesOf, useReplaced } from './replacing.ts'
import { ReplacingNote } from './replacing-note.tsx'
import { useAsking } from './use-asking.ts'
import { WhenFields } from './when-fields.tsx'

export function OtherScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/other' })
  const { other, ask, wallets } = useTexts()
  const { searchStr } = useLocation()
  const query = useQuery({ ...walletQuery(walletId), refetchInterval: BALANCE_MS })
  const keys = useKeys([walletId])
  const earlier = useEarlier(walletId)
  const replaced = useReplaced(walletId)
  const name = useCalled()(walletId, query.data?.name)
  return (
    <Screen
      title={other.title}
      lead={ask.lead(name === undefined ? walletId : `${name} (${walletId})`)}
      crumbs={[
        { to: '/wallets', label: wallets.title },
        { to: `/wallets/${walletId}`, label: name ?? walletId },
      ]}
      isWide
    >
      <Loaded query={query}>
        {(wallet) =>
          earlier === undefined || replaced === undefined || keys.isPending ? (
            <Loading />
          ) : (
            <Drafted form={`other ${walletId} ${searchStr}`}>
              {(draft) => (
                <OtherForm
                  wallet={wallet}
                  draft={draft}
                  walletKey={keys.data?.get(walletId)}
                  replaced={replaced}
                  initial={{
                    ...timesOf(replaced),
                    given: earlierOperation(earlier),
                    purpose: typeof earlier?.payload.memo === 'string' ? earlier.payload.memo : '',
                  }}
                />
              )}
            </Drafted>
          )
        }
      </Loaded>
    </Screen>
  )
}

/** The operation comes from `given` (bytes, or an earlier request) if that is set, else from the fields. */
interface State extends Form {
  given?: StatedOperation | undefined
}

function OtherForm(props: {
  wallet: Wallet
  draft: Draft
  walletKey: Key | undefined
  replaced: Replaced | null
  initial: Pick<State, 'given' | 'purpose'> & { when?: When; time?: string }
}) {
  const { wallet, draft, walletKey, replaced, initial } = props
  const { ask, other } = useTexts()
  const [form, setForm] = useDraftState<State>(draft, 'form', { ...emptyForm('mint/token'), ...initial })
  const [isWrong, setWrong] = useState(false)
  const { given } = form
  const reading = { language: useLanguage().language, decimals: useDecimalsOf(tokensOfAmounts(form)) }
  const operation = given ?? operationIn(form, { walletId: wallet.wallet, walletKey, ...reading })
  const asking = useAsking(draft, 'operation')
  const change = (part: Partial<State>) => {
    setWrong(false)
    asking.reset()
    setForm((before) => ({ ...before, ...part }))
  }
  const whens = given ? (['short', 'at'] as const) : whensFor(whensOf(form.name), wallet)
  const when = whens.find((one) => one === form.when) ?? 'at'
  const at = Date.parse(form.time)
  const isTimeWrong = when !== 'short' && !(at > ledgerNow())
  const memo = memoOf(form.purpose)
  const submit = (force: boolean) => {
    if (!operation || !memo || isTimeWrong) return setWrong(true)
    const times = when === 'short' ? {} : { [when === 'at' ? 'executeAt' : 'expiresAt']: new Date(at).toISOString() }
    const body = { walletId: wallet.wallet, operation, ...memo, ...times }
    asking.mutate({ body: replacing(body, replaced, { when, time: form.time }), force })
  }
  return (
    <Columns railLabel={ask.preview} rail={<OtherPreview operation={operation} wallet={wallet} />}>
      <Card>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit(false)
          }}
        >
          <Stack gap="lg">
            <ReplacingNote replaced={replaced} form={{ when, time: form.time }} />
            {given ? (
              <Group justify="space-between">
                <Text size="sm">{other.fromBytes}</Text>
                <Button variant="default" onClick={() => change({ given: undefined })}>
                  {other.chooseInstead}
                </Button>
              </Group>
            ) : (
              <>
                <OperationFields form={form} change={change} decimals={reading.decimals} />
                <BytesInput
                  context={walletKey && { walletId: wallet.wallet, walletKey }}
                  onRead={(read, purpose) => change({ given: read, ...(purpose === '' ? {} : { purpose }) })}
                />
              </>
            )}
            <PurposeInput value={form.purpose} onChange={(purpose) => change({ purpose })} />
            <WhenFields when={when} time={form.time} change={change} whens={whens} isWrong={isWrong && isTimeWrong} />
            {isWrong && !operation ? (
              <Text role="alert" c="red" size="sm">
                {other.incomplete}
              </Text>
            ) : null}
            {asking.error ? (
              <NotAsked error={asking.error} anyway={() => submit(true)} isSending={asking.isPending} />
            ) : null}
            <Group justify="flex-end">
              <Button type="submit" loading={asking.isPending || asking.isSuccess}>
                {ask.button}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Columns>
  )
}

function OtherPreview({ operation, wallet }: { operation: StatedOperation | undefined; wallet: Wallet }) {
  const { ask } = useTexts()
  const payload = operation ? { walletId: wallet.wallet, operation } : {}
  const parts = useSentence({ operation: 'operation', payload }, { wallet: { id: wallet.wallet, name: wallet.name } })
  return (
    <section className="panel sig" aria-live="polite">
      {operation ? (
        <p className="truth in-dialog">
          <Sentence parts={parts} hasFaces />
        </p>
      ) : (
        <p className="note">{ask.previewEmpty}</p>
      )}
    </section>
  )
}

const NAMES = Object.keys(operationDefinitions) as OperationName[]

function OperationFields({ form, change, decimals }: Pick<Input, 'form' | 'change' | 'decimals'>) {
  const { other } = useTexts()
  const { language } = useLanguage()
  return (
    <>
      <NativeSelect
        label={other.what}
        value={form.name}
        onChange={(event) =>
          change({ name: event.currentTarget.value as OperationName, texts: {}, amounts: {}, flags: {} })
        }
        data={operationKinds.map((kind) => ({
          group: kindWords[kind][language],
          items: NAMES.filter((name) => operationDefinitions[name].kind === kind).map((name) => ({
            value: name,
            label: titleWords[name][language],
          })),
        }))}
      />
      {fieldsOf(form.name).map(([field, of]) => (
        <OperationInput key={`${form.name} ${field}`} {...{ field, of, form, change, decimals }} />
      ))}
    </>
  )
}

interface Input {
  field: string
  of: OperationField
  form: Form
  change: (part: Partial<State>) => void
  decimals: ReadonlyMap<string, number | undefined>
}

function OperationInput(props: Input) {
  const { field, of, form, change } = props
  const { texts, language } = useLanguage()
  const { other } = texts
  const words = fieldWords[field]?.[language] ?? field
  const label = of.optional ? `${words} ${other.optional}` : words
  const value = form.texts[field] ?? ''
  const set = (text: string) => change({ texts: { ...form.texts, [field]: text } })
  const flag = (
    <Checkbox
      label={of.type.shows === 'key' ? `${label}: ${valueWords.walletsKey[language]}` : label}
      checked={form.flags[field] ?? false}
      onChange={(event) => change({ flags: { ...form.flags, [field]: event.currentTarget.checked } })}
    />
  )
  switch (of.type.shows) {
    case 'units':
      return <UnitsInput {...props} label={label} />
    case 'account':
      return <AccountInput label={label} value={value} onChange={set} error={undefined} />
    case 'entity':
      return field.startsWith('token') ? (
        <TokenInput label={label} value={value} onChange={set} error={undefined} description={undefined} />
      ) : (
        <TextInput label={label} value={value} onChange={(event) => set(event.currentTarget.value)} />
      )
    case 'flag':
    case 'ownKey':
      return flag
    case 'key':
      return (
        <Stack gap="xs">
          {flag}
          {form.flags[field] ? null : (
            <Textarea
              label={label}
              description={other.keyHint}
              value={value}
              autosize
              onChange={(event) => set(event.currentTarget.value)}
            />
          )}
        </Stack>
      )
    case 'code':
      return (
        <NativeSelect
          label={label}
          value={value || '0'}
          onChange={(event) => set(event.currentTarget.value)}
          data={(field === 'tokenType'
            ? (['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'] as const)
            : (['INFINITE', 'FINITE'] as const)
          ).map((name, index) => ({ value: String(index), label: valueWords[name][language] }))}
        />
      )
    case 'call':
      return (
        <TextInput
          label={label}
          description={other.callHint}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
          error={value === '' || /^\s*(?:0x)?(?:[0-9a-f]{2})+\s*$/i.test(value) ? undefined : other.callWrong}
        />
      )
    case 'bytes':
    case 'airdrops':
    case 'holdings':
    case 'texts':
    case 'flatFees':
    case 'mirrorFees':
      return (
        <Textarea
          label={label}
          description={hintOf(of, texts)}
          value={value}
          autosize
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          type={of.type.shows === 'time' ? 'datetime-local' : 'text'}
          label={label}
          description={of.type.shows === 'numbers' ? other.numbersHint : undefined}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
  }
}

function hintOf({ type: { shows }, at }: OperationField, { other, otherFields }: Texts): string {
  if (shows === 'bytes') return otherFields.bytesOfFileHint
  if (shows === 'airdrops') return otherFields.airdropsHint
  if (shows === 'holdings') return at === 'pending_airdrops' ? otherFields.sentHint : otherFields.holdingsHint
  return shows === 'texts' ? other.linesHint : other.feesHint
}

function UnitsInput({ field, of, form, change, decimals: known, label }: Input & { label: string }) {
  const { texts, language } = useLanguage()
  const { decimals, unit = '' } = measureIn(of, form, { language, decimals: known })
  return (
    <AmountInput
      label={unit === '' ? label : `${label} (${unit})`}
      value={form.amounts[field] ?? noAmount}
      onChange={(amount) => change({ amounts: { ...form.amounts, [field]: amount } })}
      decimals={decimals}
      whenUnknown={assetOf(of, form) === '' ? texts.other.tokenFirst : undefined}
      unit={unit}
    />
  )
}

/** Bytes of another tool, pasted or as a file. */
function BytesInput({
  context,
  onRead,
}: {
  context: { walletId: string; walletKey: Key } | undefined
  onRead: (operation: StatedOperation, memo: string) => void
}) {
  const { other } = useTexts()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<VerifyError>()
  const read = (bytes: Uint8Array) => {
    if (!context) return
    try {
      const { operation, memo } = operationFromBytes(bytes, context)
      onRead(operation, memo)
    } catch (error) {
      if (!(error instanceof VerifyError)) throw error
      setFault(error)
    }
  }
  const typed = (value: string) => {
    setText(value)
    setFault(undefined)
    const bytes = bytesIn(value)
    if (bytes) read(bytes)
  }
  return (
    <Stack gap="xs">
      <Textarea
        label={other.bytes}
        description={other.bytesHint}
        value={text}
        error={text.trim() !== '' && bytesIn(text) === undefined ? other.notBytes : undefined}
        onChange={(event) => typed(event.currentTarget.value)}
      />
      {fault ? <Failed error={fault} /> : null}
      <div>
        <FileButton
          onChange={async (file) => {
            if (!file) return
            const bytes = new Uint8Array(await file.arrayBuffer())
            setFault(undefined)
            read(bytesIn(new TextDecoder('latin1').decode(bytes)) ?? bytes)
          }}
        >
          {(button) => (
            <Button variant="default" {...button}>
              {other.file}
            </Button>
          )}
        </FileButton>
      </div>
    </Stack>
  )
}

/** Bytes in hex or base64; undefined for other texts. */
function bytesIn(typed: string): Uint8Array | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (/^(?:0x)?(?:[0-9a-fA-F]{2})+$/.test(text)) return fromHex(text.replace(/^0x/i, ''))
  return base64In(text)
}
