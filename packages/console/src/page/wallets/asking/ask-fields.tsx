/** The fields of a wallet request, by kind. */
import { NativeSelect, Select, Text, TextInput } from '@mantine/core'
import { useCalled, useSymbol, useTokenName } from '../../address-book/use-called.ts'
import type { Wallet } from '../../api/client.ts'
import { useMe } from '../../api/session.tsx'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { AmountInput } from '../../parts/inputs/amount-input.tsx'
import { Choices } from '../../parts/inputs/choices.tsx'
import { TokenInput } from '../../parts/inputs/token-input.tsx'
import { noAmount } from '../../parts/inputs/typed-amount.ts'
import { useDecimals } from '../../parts/inputs/use-decimals.ts'
import { Amount } from '../../parts/values.tsx'
import type { Texts } from '../../texts/en.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { RulePicker } from '../creation/rule-picker.tsx'
import { AirdropFields } from '../paying/airdrop-fields.tsx'
import { amountOf, type Fault, type Form, KINDS, type Kind, mostOf, ownersAfter } from './ask.ts'

const ACTIONS = ['add', 'remove', 'rule', 'refresh'] as const

interface Fields {
  wallet: Wallet
  form: Form
  faults: readonly Fault[]
  change: (part: Partial<Form>) => void
}

export function AskFields(props: Fields) {
  const { wallet, form, faults, change } = props
  const { ask } = useTexts()
  return (
    <>
      <Choices
        label={ask.title}
        value={form.kind}
        choices={KINDS.map((kind) => ({ value: kind, label: ask.kinds[kind] }))}
        onChange={(kind) => change({ kind: kind as Kind })}
      />
      {form.kind === 'withdraw' ? <PaymentFields {...props} /> : null}
      {form.kind === 'update' ? <OwnerFields {...props} /> : null}
      {form.kind === 'stake' ? (
        <TextInput
          label={ask.nodeId}
          description={ask.nodeHint}
          value={form.nodeId}
          inputMode="numeric"
          onChange={(event) => change({ nodeId: event.currentTarget.value })}
          error={faults.includes('nodeId') ? ask.nodeWrong : undefined}
        />
      ) : null}
      {form.kind === 'associate' || form.kind === 'dissociate' ? (
        <TokenInput
          label={ask.tokenId}
          description={ask.tokenHint}
          value={form.tokenId}
          onChange={(tokenId) => change({ tokenId })}
          error={faults.includes('tokenId') ? ask.tokenWrong : undefined}
        />
      ) : null}
      {form.kind === 'claim' ? (
        <AirdropFields
          wallet={wallet.wallet}
          chosen={form.airdrops}
          onChange={(airdrops) => change({ airdrops })}
          isMissing={faults.includes('airdrops')}
        />
      ) : null}
    </>
  )
}

function PaymentFields({ wallet, form, faults, change }: Fields) {
  const { ask, connect, wallet: texts } = useTexts()
  const tokenName = useTokenName()
  const symbolOf = useSymbol()
  const asset = wallet.assets.find(({ tokenId }) => tokenId === form.asset)
  const isNft = asset?.type === 'NON_FUNGIBLE_UNIQUE'
  const decimals = useDecimals(form.asset)
  const { language } = useLanguage()
  const units = amountOf(form, isNft, { language, decimals }) ?? 0n
  return (
    <>
      <NativeSelect
        label={ask.asset}
        value={form.asset}
        onChange={(event) => change({ asset: event.currentTarget.value, amount: noAmount })}
        description={
          asset && !isNft ? (
            <>
              {texts.balance}: <Amount units={BigInt(asset.balance)} token={asset.tokenId} size="sm" />
            </>
          ) : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={wallet.assets.map(({ tokenId, name, symbol }) => ({
          value: tokenId,
          label: tokenId === 'HBAR' ? 'ℏ' : labelOf(tokenName(tokenId, name), symbolOf(tokenId, symbol), tokenId),
        }))}
      />
      <AccountInput
        label={ask.receiver}
        value={form.receiver}
        onChange={(receiver) => change({ receiver })}
        error={faults.includes('receiver') ? connect.accountWrong : undefined}
      />
      {isNft ? (
        <TextInput
          label={ask.serial}
          description={heldText(asset.serials, ask)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={form.amount.text}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => change({ amount: { text: value } })}
          error={faults.includes('amount') ? ask.serialWrong : undefined}
        />
      ) : (
        <AmountInput
          key={form.asset}
          label={`${ask.amount}${form.asset === 'HBAR' ? ' (ℏ)' : ''}`}
          value={form.amount}
          onChange={(amount) => change({ amount })}
          decimals={decimals}
          unit={form.asset === 'HBAR' ? 'ℏ' : (symbolOf(form.asset, asset?.symbol ?? '') ?? '')}
          max={mostOf(wallet, form.asset)}
          error={faults.includes('amount') ? ask.amountMissing : undefined}
          warning={units > BigInt(asset?.balance ?? 0) ? ask.amountTooMuch : undefined}
        />
      )}
    </>
  )
}

function OwnerFields({ wallet, form, faults, change }: Fields) {
  const { ask, connect } = useTexts()
  const called = useCalled()
  const me = useMe()
  const { owners } = wallet.settings
  const after = Math.max(1, ownersAfter(form, wallet))
  return (
    <>
      <NativeSelect
        label={ask.action}
        value={form.action}
        onChange={(event) => {
          const action = event.currentTarget.value as Form['action']
          const kept = owners.find((owner) => owner.wallet === me) ?? owners[0]
          change({ action, owner: action === 'rule' ? (kept?.wallet ?? '') : '', threshold: undefined })
        }}
        data={ACTIONS.map((value) => ({ value, label: ask.actions[value] }))}
      />
      {form.action === 'rule' ? null : form.action !== 'add' ? (
        <Select
          label={ask.owner}
          value={form.owner || null}
          onChange={(owner) => change({ owner: owner ?? '' })}
          data={owners.map((owner) => ({
            value: owner.wallet,
            label: labelOf(called(owner.wallet, owner.name), owner.wallet),
          }))}
          error={faults.includes('owner') ? connect.accountWrong : undefined}
        />
      ) : (
        <>
          <AccountInput
            label={ask.owner}
            value={form.owner}
            onChange={(owner) => change({ owner })}
            error={faults.includes('owner') ? connect.accountWrong : undefined}
          />
          <TextInput
            label={ask.ownerName}
            value={form.ownerName}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => change({ ownerName: event.currentTarget.value })}
          />
        </>
      )}
      <RulePicker
        owners={after}
        threshold={Math.min(form.threshold ?? wallet.settings.threshold, after)}
        label={ask.threshold}
        onChange={(next) => change({ threshold: next })}
      />
      {faults.includes('threshold') ? (
        <Text size="sm" c="var(--refused)" role="alert">
          {ask.thresholdSame}
        </Text>
      ) : null}
    </>
  )
}

/** The maximum number of serial numbers to list. */
const MOST_SERIALS = 20
function heldText(
  serials: NonNullable<Wallet['assets'][number]['serials']> = [],
  { serialsHeld }: Texts['ask'],
): string | undefined {
  if (serials.length === 0) return undefined
  const sorted = [...serials].sort((a, b) => Number(BigInt(a) - BigInt(b)))
  return serialsHeld(sorted.slice(0, MOST_SERIALS).join(', '), Math.max(0, sorted.length - MOST_SERIALS))
}

const labelOf = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' ')
