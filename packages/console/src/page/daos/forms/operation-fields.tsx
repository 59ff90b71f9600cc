/** The input for a proposal's operation: none, a request of a wallet, or any other write as JSON. */
import { NativeSelect, Radio, Stack, Textarea } from '@mantine/core'
import type { RulesChange, ShownRules } from '@quorate/verify/recount'
import { useQuery } from '@tanstack/react-query'
import { useCalled } from '../../address-book/use-called.ts'
import type { Wallet } from '../../api/client.ts'
import { everyWalletQuery, walletQuery } from '../../api/queries.ts'
import { Loaded } from '../../parts/layout/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { emptyForm, type Fault, type Form, type Reading } from '../../wallets/asking/ask.ts'
import { AskFields } from '../../wallets/asking/ask-fields.tsx'
import { ChangeFields } from './change-fields.tsx'
import { isOpenedBy, type Operation, operationIn, walletOperation } from './operations.ts'
import { type ChangeFault, type ChangeForm, noChange, ruleNames } from './rules-form.ts'

export type OperationKind = 'none' | 'wallet' | 'change' | 'kept' | 'json'

export interface OperationForm {
  kind: OperationKind
  walletId: string
  /** Undefined until the wallet is loaded. */
  request: { wallet: Wallet; form: Form } | undefined
  change: ChangeForm
  /** The change of the DAO in a stored draft, if the form cannot express it. */
  kept?: RulesChange
  json: string
}
export const noOperation: OperationForm = {
  kind: 'none',
  walletId: '',
  request: undefined,
  change: noChange,
  json: '',
}

export type OperationFault = 'wallet' | 'json' | Fault | ChangeFault

/** Returns the operation, if there is one, or the faults of the form. */
export function operationOf(
  { kind, request, json }: OperationForm,
  reading: Omit<Reading, 'now'>,
): { operation?: Operation } | { faults: OperationFault[] } {
  // A change of rules is not an operation: see `changeOf`.
  if (kind === 'none' || kind === 'change' || kind === 'kept') return {}
  if (kind === 'wallet')
    return request ? walletOperation(request.form, request.wallet, reading) : { faults: ['wallet'] }
  const operation = operationIn(json)
  return operation ? { operation } : { faults: ['json'] }
}

interface Props {
  daoOwner: string
  votingRules: ShownRules
  form: OperationForm
  faults: readonly OperationFault[]
  change: (part: Partial<OperationForm>) => void
}

export function OperationFields({ daoOwner, votingRules, form, faults, change }: Props) {
  const { propose: texts, rules } = useTexts()
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
          <Radio value="change" size="md" label={rules.change} description={rules.changeHint} />
          {form.kept ? <Radio value="kept" size="md" label={rules.keptChange} /> : null}
          <Radio value="json" size="md" label={texts.otherOperation} description={texts.operationHint} />
        </Stack>
      </Radio.Group>
      {form.kind === 'wallet' ? <WalletFields daoOwner={daoOwner} form={form} faults={faults} change={change} /> : null}
      {form.kind === 'change' ? (
        <ChangeFields
          now={votingRules}
          form={form.change}
          faults={faults.filter((one): one is ChangeFault => isChangeFault(one))}
          change={(part) => change({ change: { ...form.change, ...part } })}
        />
      ) : null}
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

const CHANGE_FAULTS: readonly string[] = [...ruleNames, 'add', 'remove', 'nothing']
const isChangeFault = (fault: OperationFault): fault is ChangeFault => CHANGE_FAULTS.includes(fault)

function WalletFields({ daoOwner, form: { walletId, request }, faults, change }: Omit<Props, 'votingRules'>) {
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
                faults={faults.filter((one) => one !== 'wallet' && one !== 'json') as Fault[]}
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
