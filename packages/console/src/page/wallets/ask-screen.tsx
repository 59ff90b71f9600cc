import { Button, Card, Group, NativeSelect, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { api, type Wallet } from '../api/client.ts'
import { walletQuery } from '../api/queries.ts'
import { ledgerNow } from '../api/time.ts'
import { rememberAsked } from '../approve/asked.ts'
import { AccountInput } from '../parts/account-input.tsx'
import { Screen } from '../parts/screen.tsx'
import { Failed, Loaded } from '../parts/states.tsx'
import { amountText } from '../texts/amounts.ts'
import { useLanguage } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { bodyOf, decimalsOf, type Fault, type Form, KINDS, type Kind, ownersAfter, type When, whensOf } from './ask.ts'
import { RulePicker } from './rule-picker.tsx'

export function AskScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/ask' })
  const { ask } = useLanguage().texts
  const query = useQuery(walletQuery(walletId))
  return (
    <Screen title={ask.title} lead={ask.lead(query.data ? `${query.data.name} (${walletId})` : walletId)}>
      <Loaded query={query}>{(wallet) => <AskForm wallet={wallet} />}</Loaded>
    </Screen>
  )
}

const initialKind = (): Kind =>
  KINDS.find((kind) => kind === new URLSearchParams(location.search).get('kind')) ?? 'withdraw'

function AskForm({ wallet }: { wallet: Wallet }) {
  const { texts, language } = useLanguage()
  const { ask, connect } = texts
  const navigate = useNavigate()
  const names = useMyNames()
  const { owners, threshold } = wallet.settings
  const [form, setForm] = useState<Form>({
    ...{ kind: initialKind(), asset: 'HBAR', receiver: '', amount: '', action: 'add', owner: '', ownerName: '' },
    ...{ threshold, nodeId: '', tokenId: '', when: 'short', time: '' },
  })
  const [faults, setFaults] = useState<Fault[]>([])
  const change = (part: Partial<Form>) => {
    setFaults([])
    setForm((before) => ({ ...before, ...part }))
  }
  const asking = useMutation({
    async mutationFn(body: Record<string, unknown>) {
      const path = `/multisig/wallet/${form.kind}/request` as '/multisig/wallet/withdraw/request'
      const request = await api.multisig.post(path, { body: body as never })
      rememberAsked(request.jobId, { operation: form.kind, payload: body })
      return request
    },
    onSuccess: ({ jobId }) => navigate({ to: '/requests/$jobId', params: { jobId } }),
  })
  const submit = () => {
    const made = bodyOf(form, wallet, ledgerNow())
    if ('faults' in made) setFaults(made.faults)
    else asking.mutate(made.body)
  }
  const after = Math.max(1, ownersAfter(form, wallet))
  const asset = wallet.assets.find(({ tokenId }) => tokenId === form.asset)
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
          <Radio.Group
            label={ask.title}
            value={form.kind}
            onChange={(kind) => change({ kind: kind as Kind, when: 'short' })}
            labelProps={{ style: { display: 'none' } }}
            aria-label={ask.title}
          >
            <Group gap="xs">
              {KINDS.map((kind) => (
                <Radio.Card key={kind} value={kind} w="auto" px="md" mih={44} radius="md" aria-label={ask.kinds[kind]}>
                  <Group gap="xs" wrap="nowrap">
                    <Radio.Indicator />
                    <Text>{ask.kinds[kind]}</Text>
                  </Group>
                </Radio.Card>
              ))}
            </Group>
          </Radio.Group>
          {form.kind === 'withdraw' ? (
            <>
              <NativeSelect
                label={ask.asset}
                value={form.asset}
                onChange={(event) => change({ asset: event.currentTarget.value, amount: '' })}
                data={wallet.assets.map(({ tokenId, name, symbol, balance, decimals, type }) => ({
                  value: tokenId,
                  label:
                    tokenId === 'HBAR'
                      ? `ℏ (${amountText(BigInt(balance), decimalsOf(wallet, 'HBAR'), language)})`
                      : `${seen(`${name} ${symbol}`)} ${tokenId} (${type === 'NON_FUNGIBLE_UNIQUE' ? balance : amountText(BigInt(balance), decimals, language)})`,
                }))}
              />
              <AccountInput
                label={ask.receiver}
                value={form.receiver}
                onChange={(receiver) => change({ receiver })}
                error={faults.includes('receiver') ? connect.accountWrong : undefined}
              />
              <TextInput
                label={
                  asset?.type === 'NON_FUNGIBLE_UNIQUE'
                    ? ask.serial
                    : `${ask.amount}${form.asset === 'HBAR' ? ' (ℏ)' : ''}`
                }
                value={form.amount}
                inputMode="decimal"
                autoComplete="off"
                onChange={(event) => change({ amount: event.currentTarget.value })}
                error={
                  faults.includes('amount')
                    ? ask.amountWrong(decimalsOf(wallet, form.asset))
                    : faults.includes('tooMuch')
                      ? ask.amountTooMuch
                      : undefined
                }
              />
            </>
          ) : null}
          {form.kind === 'update' ? (
            <>
              <NativeSelect
                label={ask.action}
                value={form.action}
                onChange={(event) => change({ action: event.currentTarget.value as Form['action'], owner: '' })}
                data={[
                  { value: 'add', label: ask.add },
                  { value: 'remove', label: ask.remove },
                ]}
              />
              {form.action === 'remove' ? (
                <Select
                  label={ask.owner}
                  value={form.owner || null}
                  onChange={(owner) => change({ owner: owner ?? '' })}
                  data={owners.map((owner) => ({
                    value: owner.wallet,
                    label: `${names.get(owner.wallet) ?? seen(owner.name)} ${owner.wallet}`.trim(),
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
                threshold={Math.min(form.threshold, after)}
                label={ask.threshold}
                onChange={(next) => change({ threshold: next })}
              />
            </>
          ) : null}
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
            <TextInput
              label={ask.tokenId}
              description={ask.tokenHint}
              value={form.tokenId}
              inputMode="decimal"
              onChange={(event) => change({ tokenId: event.currentTarget.value.trim() })}
              error={faults.includes('tokenId') ? connect.accountWrong : undefined}
            />
          ) : null}
          <Radio.Group size="md" label={ask.when} value={form.when} onChange={(when) => change({ when: when as When })}>
            <Stack gap="xs" mt={6}>
              {whensOf(form.kind).map((when) => (
                <Radio key={when} value={when} size="md" label={ask[when]} description={ask[`${when}Hint`]} />
              ))}
            </Stack>
          </Radio.Group>
          {form.when === 'short' ? null : (
            <TextInput
              type="datetime-local"
              label={ask.time}
              value={form.time}
              onChange={(event) => change({ time: event.currentTarget.value })}
              error={faults.includes('time') ? ask.timeWrong : undefined}
              maw="20rem"
            />
          )}
          {asking.error ? <Failed error={asking.error} /> : null}
          <Group justify="space-between">
            <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
              {ask.hint}
            </Text>
            <Button type="submit" loading={asking.isPending}>
              {ask.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
