/** Turns an account from another tool into a wallet, if it has a threshold key. Its key stays as it is. */
import { Button, Card, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { MultisigTypes } from '@quorate/client'
import { isEntityId } from '@quorate/verify'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMyNames } from '../../address-book/use-book.ts'
import { api, type WalletSummary } from '../../api/client.ts'
import { adoptableQuery, everyWalletQuery } from '../../api/queries.ts'
import { useMe } from '../../api/session.tsx'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { type Draft, useDraftState } from '../../parts/inputs/draft.ts'
import { Drafted } from '../../parts/inputs/drafted.tsx'
import { Screen } from '../../parts/layout/screen.tsx'
import { Failed, Loaded } from '../../parts/layout/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { NameFields } from './name-fields.tsx'

type Adoptable = MultisigTypes['Adoptable']

/** The user's choice for one part of the key. */
interface Chosen {
  account?: string
  name?: string
}

export function AdoptScreen() {
  const { adopt, wallets } = useTexts()
  const { searchStr } = useLocation()
  const given = new URLSearchParams(searchStr).get('account') ?? ''
  return (
    <Screen title={adopt.title} lead={adopt.lead} crumbs={[{ to: '/wallets', label: wallets.title }]}>
      <Drafted form={`adopt ${given}`}>{(draft) => <AdoptForm given={given} draft={draft} />}</Drafted>
    </Screen>
  )
}

function AdoptForm({ given, draft }: { given: string; draft: Draft }) {
  const { adopt, connect, app } = useTexts()
  const [account, setAccount] = useDraftState(draft, 'account', given)
  const [sought, setSought] = useDraftState(draft, 'sought', given)
  const [isTried, setTried] = useState(false)
  const query = useQuery({ ...adoptableQuery(sought), enabled: isEntityId(sought) })
  const mine = useQuery(everyWalletQuery())
  return (
    <Stack>
      <Card>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            if (isEntityId(account)) setSought(account)
            if (account === sought) void query.refetch()
          }}
        >
          <Group align="flex-start">
            <AccountInput
              label={adopt.account}
              value={account}
              onChange={setAccount}
              error={isTried && !isEntityId(account) ? connect.accountWrong : undefined}
              style={{ flex: '1 1 14rem' }}
            />
            <Button type="submit" variant="default" loading={query.isFetching} mt={26}>
              {app.next}
            </Button>
          </Group>
        </form>
      </Card>
      {isEntityId(sought) && account === sought ? (
        <Loaded query={query}>
          {(found) =>
            mine.isPending ? null : (
              <OwnersForm
                key={found.wallet}
                found={found}
                known={mine.data?.find(({ wallet }) => wallet === found.wallet)}
                draft={draft}
              />
            )
          }
        </Loaded>
      ) : null}
    </Stack>
  )
}

/** The owners of the account's keys, and the wallet's name. A wallet that is adopted again keeps its name. */
function OwnersForm({ found, known, draft }: { found: Adoptable; known: WalletSummary | undefined; draft: Draft }) {
  const { adopt } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const names = useMyNames()
  const [chosen, setChosen] = useDraftState<Record<string, Chosen>>(draft, `owners ${found.wallet}`, {})
  const [details, setDetails] = useDraftState(draft, `details ${found.wallet}`, {
    ...{ name: known?.name ?? '', description: known?.description ?? '' },
  })
  const named = new Map(known?.settings.owners.map(({ wallet, name }) => [wallet, name]))
  const [isTried, setTried] = useState(false)
  const change = (part: string, now: Chosen) =>
    setChosen((before) => ({ ...before, [part]: { ...before[part], ...now } }))
  const owners = found.keys.map(({ key: part, accounts }) => {
    const account = chosen[part]?.account ?? accounts[0] ?? ''
    return { part, accounts, account, name: chosen[part]?.name ?? names.get(account) ?? named.get(account) ?? '' }
  })
  const adopting = useMutation({
    mutationFn: () =>
      api.multisig.post('/multisig/wallet/{walletId}/adopt', {
        path: { walletId: found.wallet },
        body: {
          name: details.name.trim(),
          ...(details.description.trim() === '' ? {} : { description: details.description.trim() }),
          owners: owners.map(({ account, name }) => ({ wallet: account, name: name.trim() })),
        },
      }),
    onSuccess({ wallet }) {
      draft.clear()
      void queries.invalidateQueries()
      return navigate({ to: '/wallets/$walletId', params: { walletId: wallet } })
    },
  })
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (details.name.trim() !== '' && owners.every(({ account }) => isEntityId(account))) adopting.mutate()
        }}
      >
        <Stack>
          <Text>{adopt.rule(found.threshold, owners.length)}</Text>
          {owners.map((owner, index) => (
            <OwnerFields
              key={owner.part}
              {...owner}
              index={index}
              isTried={isTried}
              onChange={(now) => change(owner.part, now)}
            />
          ))}
          <NameFields
            details={details}
            isTried={isTried}
            change={(part) => setDetails((before) => ({ ...before, ...part }))}
          />
          {adopting.error ? <Failed error={adopting.error} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={adopting.isPending || adopting.isSuccess}>
              {adopt.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

function OwnerFields(props: {
  /** The accounts that hold this part of the key. */
  accounts: readonly string[]
  account: string
  name: string
  index: number
  isTried: boolean
  onChange: (part: Chosen) => void
}) {
  const { accounts, account, name, index, isTried, onChange } = props
  const { adopt, create, connect } = useTexts()
  const me = useMe()
  return (
    <Group align="flex-start" gap="sm" component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <legend style={{ fontWeight: 600, padding: 0 }}>
        {create.owner(index + 1)} {account === me ? adopt.you : ''}
      </legend>
      {accounts.length > 1 ? (
        <NativeSelect
          label={create.account}
          description={adopt.several}
          data={[...accounts]}
          value={account}
          onChange={(event) => onChange({ account: event.currentTarget.value })}
          style={{ flex: '1 1 11rem' }}
        />
      ) : (
        <AccountInput
          label={create.account}
          value={account}
          onChange={(typed) => onChange({ account: typed })}
          error={isTried && !isEntityId(account) ? connect.accountWrong : undefined}
          style={{ flex: '1 1 11rem' }}
          {...(accounts.length === 0 ? { description: adopt.nested } : {})}
        />
      )}
      <TextInput
        label={create.name}
        placeholder={create.nameHint}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        maxLength={100}
        autoComplete="off"
        style={{ flex: '1 1 11rem' }}
      />
    </Group>
  )
}
