/** The input for a proposal's operation: none, a request of a wallet, or any other write as JSON. */
import { NativeSelect, Radio, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCalled } from '../address-book/use-called.ts'
import type { Wallet } from '../api/client.ts'
import { everyWalletQuery, walletQuery } from '../api/queries.ts'
import { Loaded } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { emptyForm, type Fault, type Form } from '../wallets/ask.ts'
import { AskFields } from '../wallets/ask-fields.tsx'
import { isOpenedBy, type Operation, operationIn, walletOperation } from './operations.ts'

export type OperationKind = 'none' | 'wallet' | 'json'

export interface OperationForm {
  kind: OperationKind
  walletId: string
  /** Undefined until the wallet is loaded. */
  request: { wallet: Wallet; form: Form } | undefined
  json: string
}
export const noOperation: OperationForm = { kind: 'none', walletId: '', request: undefined, json: '' }

export type OperationFault = 'wallet' | 'json' | Fault

/** Returns the operation, if there is one, or the faults of the form. */
export function operationOf({
  kind,
  request,
  json,
}: OperationForm): { operation?: Operation } | { faults: OperationFault[] } {
  if (kind === 'none') return {}
  if (kind === 'wallet') return request ? walletOperation(request.form, request.wallet) : { faults: ['wallet'] }
  const operation = operationIn(json)
  return operation ? { operation } : { faults: ['json'] }
}

interface Props {
  daoOwner: string
  form: OperationForm
  faults: readonly OperationFault[]
  change: (part: Partial<OperationForm>) => void
}

export function OperationFields({ daoOwner, form, faults, change }: Props) {
  const { propose: texts } = useTexts()
  return (
    <>
      <Radio.Group
        size="md"
        label={texts.operation}
        value={form.kind}
        onChange={(kind) => change({ kind: kind as OperationKind })}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="none" size="md" label={texts.noOperation} />
          <Radio value="wallet" size="md" label={texts.walletOperation} description={texts.walletOperationHint} />
          <Radio value="json" size="md" label={texts.otherOperation} description={texts.operationHint} />
        </Stack>
      </Radio.Group>
      {form.kind === 'wallet' ? <WalletFields daoOwner={daoOwner} form={form} faults={faults} change={change} /> : null}
      {form.kind === 'json' ? (
        <Textarea
          label={texts.operationLabel}
          placeholder={'{"method": "POST", "path": "/accounts/transfer/hbar", "body": {}}'}
          value={form.json}
          autosize
          minRows={4}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onChange={(event) => change({ json: event.currentTarget.value })}
          error={faults.includes('json') ? texts.operationWrong : undefined}
        />
      ) : null}
    </>
  )
}

function WalletFields({ daoOwner, form: { walletId, request }, faults, change }: Props) {
  const { propose: texts } = useTexts()
  const wallets = useQuery(everyWalletQuery())
  const called = useCalled()
  return (
    <Loaded query={wallets}>
      {(all) => {
        const list = all.filter((wallet) => isOpenedBy(wallet, daoOwner))
        return (
          <>
            <NativeSelect
              label={texts.wallet}
              value={walletId}
              onChange={(event) => change({ walletId: event.currentTarget.value, request: undefined })}
              data={[
                { value: '', label: list.length === 0 ? texts.noWallets : texts.chooseWallet },
                ...list.map(({ wallet, name }) => ({
                  value: wallet,
                  label: `${called(wallet, name) ?? ''} ${wallet}`.trim(),
                })),
              ]}
              error={faults.includes('wallet') ? texts.walletWrong : undefined}
            />
            {walletId === '' ? null : (
              <ChosenWallet
                key={walletId}
                walletId={walletId}
                form={request?.form}
                faults={faults.filter((one) => one !== 'wallet' && one !== 'json')}
                change={(wallet, next) => change({ request: { wallet, form: next } })}
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function ChosenWallet(props: {
  walletId: string
  form: Form | undefined
  faults: readonly Fault[]
  change: (wallet: Wallet, form: Form) => void
}) {
  const query = useQuery(walletQuery(props.walletId))
  return (
    <Loaded query={query}>
      {(wallet) => {
        const form = props.form ?? emptyForm()
        return (
          <AskFields
            wallet={wallet}
            form={form}
            faults={props.faults}
            change={(part) => props.change(wallet, { ...form, ...part })}
          />
        )
      }}
    </Loaded>
  )
}
