/** The accounts that a DAO's owner names as its treasury: holdings and movements, as the mirror shows them. */
import { Anchor, Button, Card, Group, Stack, TextInput, Title } from '@mantine/core'
import type { NodeTypes } from '@quorate/client'
import { amountText, HBAR_DECIMALS, isEntityId } from '@quorate/verify'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { api, type Dao, type TreasuryAccount } from '../api/client.ts'
import { bindingQuery, everyWalletQuery, treasuryQuery, validatorQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { movementsOf, useBalances, useTransactions } from '../movements/ledger-reads.ts'
import { MovementTable } from '../movements/movement-table.tsx'
import { AccountFace } from '../parts/faces/account-face.tsx'
import { Big } from '../parts/figures/big.tsx'
import { AccountInput } from '../parts/inputs/account-input.tsx'
import { Section } from '../parts/layout/screen.tsx'
import { Empty, Failed, Loaded } from '../parts/layout/states.tsx'
import { AccountLink } from '../parts/values.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { controlOf } from './control.ts'

const MOST_MOVEMENTS = 50

export function TreasuryPanel({ dao }: { dao: Dao }) {
  const { treasury: texts } = useTexts()
  const me = useMe()
  const query = useQuery(treasuryQuery(dao.daoId))
  return (
    <Stack>
      <p className="note">{texts.lead}</p>
      <Loaded query={query} rows={2}>
        {(accounts) =>
          accounts.length === 0 ? (
            <Empty title={texts.none} text={texts.noneText} />
          ) : (
            <Named dao={dao} accounts={accounts} />
          )
        }
      </Loaded>
      {dao.ownerAddress === me ? <NameForm daoId={dao.daoId} /> : null}
    </Stack>
  )
}

function Named({ dao, accounts }: { dao: Dao; accounts: readonly TreasuryAccount[] }) {
  const { treasury: texts, home } = useTexts()
  const { chain } = useSession()
  // The page reads the mirror of the session's chain.
  const ids = accounts.map(({ account }) => account).join(' ')
  const read = useMemo(() => (chain === dao.chain ? ids.split(' ') : []), [chain, dao.chain, ids])
  const { data: balances } = useBalances(read)
  const movements = movementsOf(useTransactions(read)).slice(0, MOST_MOVEMENTS)
  const isWhole = balances !== undefined && read.every((one) => balances.has(one))
  const sum = read.reduce((all, one) => all + (balances?.get(one) ?? 0n), 0n)
  return (
    <>
      <section className="panel">
        <div className="held" style={{ paddingBottom: 16 }}>
          <h2>{texts.held(accounts.length)}</h2>
          <p className="big" data-testid="treasury-sum">
            {isWhole && read.length > 0 ? <Big units={sum} /> : '–'}
          </p>
        </div>
      </section>
      <ul className="panel entries">
        {accounts.map((one) => (
          <AccountRow key={one.account} dao={dao} named={one} balance={balances?.get(one.account)} />
        ))}
      </ul>
      {movements.length > 0 ? (
        <Section title={home.movements} hint={texts.newest}>
          <MovementTable movements={movements} hasWallet />
        </Section>
      ) : null}
    </>
  )
}

function AccountRow(props: { dao: Dao; named: TreasuryAccount; balance: bigint | undefined }) {
  const { dao, named, balance } = props
  const { account, label } = named
  const { texts: all, language } = useLanguage()
  const { treasury: texts } = all
  const called = useCalled()(account, undefined)
  const me = useMe()
  const isIn = me !== ''
  const binding = useQuery({ ...bindingQuery(dao.chain, account), enabled: isIn })
  const { validator = '' } = binding.data ?? {}
  const rules = useQuery({ ...validatorQuery(dao.chain, 'account', validator), enabled: validator !== '' })
  const wallets = useQuery({ ...everyWalletQuery(), enabled: isIn })
  const control = controlOf(account, dao, {
    rules: rules.data as NodeTypes['AccountValidator'] | undefined,
    wallets: wallets.data ?? [],
  })
  return (
    <li data-testid={`treasury-${account}`}>
      <AccountFace id={account} name={called} size={40} />
      <div>
        <b>
          <bdi>{seen(label)}</bdi>
        </b>
        <div className="row-s">
          {called === undefined || called === account ? null : <bdi>{called}</bdi>} <AccountLink id={account} />
        </div>
        <div className="row-s">{texts[control]}</div>
        <Anchor component={Link} to={`/explorer/accounts/${account}`} inherit>
          {texts.tokens}
        </Anchor>
      </div>
      <div className="row-a">
        <span className="number">
          {balance === undefined ? '–' : `${amountText(balance, HBAR_DECIMALS, language)} ℏ`}
        </span>
        {dao.ownerAddress === me ? <Remove daoId={dao.daoId} account={account} /> : null}
      </div>
    </li>
  )
}

function Remove({ daoId, account }: { daoId: string; account: string }) {
  const { treasury: texts } = useTexts()
  const queries = useQueryClient()
  const removing = useMutation({
    mutationFn: () => api.governance.delete('/daos/{daoId}/treasury/{account}', { path: { daoId, account } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['dao', daoId] }),
  })
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mih={44}
        aria-label={texts.removeLabel(account)}
        onClick={() => removing.mutate()}
        loading={removing.isPending}
      >
        {texts.remove}
      </Button>
      {removing.error ? <Failed error={removing.error} /> : null}
    </>
  )
}

function NameForm({ daoId }: { daoId: string }) {
  const { treasury: texts, connect } = useTexts()
  const queries = useQueryClient()
  const [account, setAccount] = useState('')
  const [label, setLabel] = useState('')
  const [isTried, setTried] = useState(false)
  const naming = useMutation({
    mutationFn: () =>
      api.governance.put('/daos/{daoId}/treasury/{account}', { path: { daoId, account }, body: { label } }),
    onSuccess() {
      setAccount('')
      setLabel('')
      setTried(false)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['dao', daoId] }),
  })
  const isMissing = label.trim() === ''
  return (
    <Card maw="var(--narrow)">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (isEntityId(account) && !isMissing) naming.mutate()
        }}
      >
        <Stack gap="sm">
          <Title order={2}>{texts.add}</Title>
          <AccountInput
            label={texts.account}
            value={account}
            onChange={setAccount}
            error={isTried && !isEntityId(account) ? connect.accountWrong : undefined}
          />
          <TextInput
            label={texts.label}
            value={label}
            maxLength={100}
            onChange={(event) => setLabel(event.currentTarget.value)}
            error={isTried && isMissing ? texts.labelWrong : undefined}
          />
          {naming.error ? <Failed error={naming.error} /> : null}
          <Group>
            <Button type="submit" variant="default" loading={naming.isPending}>
              {texts.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
