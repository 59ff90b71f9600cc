import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import { HBAR_DECIMALS } from '@quorate/verify'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keyOf, ledgerOf } from '../api/ledger-reads.ts'
import { validatorQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { type Prepared, WriteDialog } from '../approve/write-dialog.tsx'
import { AmountInput } from '../parts/inputs/amount-input.tsx'
import { type Draft, useDraftState } from '../parts/inputs/draft.ts'
import { Drafted } from '../parts/inputs/drafted.tsx'
import { isEmpty, measureOf, noAmount, unitsIn } from '../parts/inputs/typed-amount.ts'
import { CheckIcon } from '../parts/layout/icons.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { Account, Copy } from '../parts/values.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import type { Kind, Rules } from './rules.ts'
import { RulesView } from './rules-view.tsx'

const kindIn = (text: string): Kind => (text === 'topic' || text === 'token' ? text : 'account')

export function ValidatorScreen() {
  const params = useParams({ from: '/validators/$kind/$timestamp' })
  const { validators } = useTexts()
  const { chain } = useSession()
  const kind = kindIn(params.kind)
  const query = useQuery(validatorQuery(chain, kind, params.timestamp))
  return (
    <Screen
      title={validators.ofKind[kind]}
      lead={
        <>
          <span className="id">{params.timestamp}</span> <Copy value={params.timestamp} />
        </>
      }
    >
      <Loaded query={query}>
        {(rules) => (
          <>
            <Card>
              <Stack>
                <Title order={2}>{validators.permits}</Title>
                <RulesView kind={kind} rules={rules} />
              </Stack>
            </Card>
            <Card>
              <Stack>
                <Title order={2}>{validators.bindTitle[kind]}</Title>
                <Text c="dimmed">{validators.bindLead}</Text>
                {kind === 'token' ? (
                  <Text>{validators.bindToken}</Text>
                ) : (
                  <Create kind={kind} rules={rules} timestamp={params.timestamp} />
                )}
              </Stack>
            </Card>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** Creates an account or a topic under the validator. The node prepares it; the page compares, shows and signs it. */
function Create(given: { kind: 'account' | 'topic'; rules: Rules; timestamp: string }) {
  return <Drafted form={`under ${given.timestamp}`}>{(draft) => <CreateForm {...given} draft={draft} />}</Drafted>
}

function CreateForm(given: { kind: 'account' | 'topic'; rules: Rules; timestamp: string; draft: Draft }) {
  const { kind, rules, timestamp, draft } = given
  const { texts, language } = useLanguage()
  const { validators } = texts
  const { chain } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const [memo, setMemo] = useDraftState(draft, 'memo', '')
  const [balance, setBalance] = useDraftState(draft, 'balance', noAmount)
  const [prepared, setPrepared] = useState<Prepared>()
  /** The transaction that created it. */
  const [created, setCreated] = useState<string>()
  const preparing = useMutation({
    async mutationFn(tinybars: bigint): Promise<Prepared> {
      const body = {
        validatorConsensusTimestamp: timestamp,
        ...(memo === '' ? {} : { memo }),
        isOfflineTransaction: true,
      }
      const answer =
        kind === 'account'
          ? await api.node.post('/accounts', { body: { ...body, balance: String(tinybars) } })
          : await api.node.post('/hcs', { body })
      const own = await keyOf(chain, me)
      if (!('bytes' in answer) || !own)
        throw new QuorateError({ code: 'BODY_NOT_UNDERSTOOD', message: 'The node returned no bytes to sign' })
      const creation = { kind, payerId: me, own, security: rules.smartNodeSecurity, memo, balance: tinybars }
      const asked = { ...creation, validator: timestamp }
      return { asked, bytes: answer.bytes, bodyBytes: answer.bodyBytes }
    },
    onSuccess: setPrepared,
  })
  const prepare = () => {
    const tinybars = isEmpty(balance) ? 0n : unitsIn(balance, measureOf('HBAR', HBAR_DECIMALS, language))
    if (tinybars !== undefined) preparing.mutate(tinybars)
  }
  if (created !== undefined) return <Created transactionId={created} another={() => setCreated(undefined)} />
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          prepare()
        }}
      >
        <Stack>
          <TextInput
            label={validators.memo}
            value={memo}
            maxLength={100}
            onChange={(event) => setMemo(event.currentTarget.value)}
          />
          {kind === 'account' ? (
            <AmountInput
              label={validators.balance}
              description={validators.balanceHint}
              value={balance}
              onChange={setBalance}
              decimals={HBAR_DECIMALS}
              unit="ℏ"
            />
          ) : null}
          {preparing.error ? <Failed error={preparing.error} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={preparing.isPending}>
              {validators.create}
            </Button>
          </Group>
        </Stack>
      </form>
      {prepared ? (
        <WriteDialog
          prepared={prepared}
          onPrepare={prepare}
          isPreparing={preparing.isPending}
          onClose={() => setPrepared(undefined)}
          onSubmitted={(transactionId) => {
            setPrepared(undefined)
            setCreated(transactionId)
            setMemo('')
            setBalance(noAmount)
            draft.clear()
            void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'bindings' })
          }}
        />
      ) : null}
    </>
  )
}

/** Shows what the transaction created, as it is on the ledger. The node could name an unrelated account. */
function Created({ transactionId, another }: { transactionId: string; another: () => void }) {
  const { validators } = useTexts()
  const { chain } = useSession()
  const { data: entityId } = useQuery({
    queryKey: ['created', chain, transactionId],
    queryFn: () => ledgerOf(chain).created(transactionId),
    // The mirror shows it some seconds later.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => (data || dataUpdateCount > MOST_LOOKS ? false : 1_000),
  })
  return (
    <Alert color="green" icon={<CheckIcon />} title={validators.created} role="status">
      <Stack gap="sm" align="flex-start">
        {typeof entityId !== 'string' ? (
          validators.createdUnknown
        ) : (
          <Link to="/validators/$entityId" params={{ entityId }}>
            <Account id={entityId} isPlain />
          </Link>
        )}
        <Button variant="default" onClick={another}>
          {validators.another}
        </Button>
      </Stack>
    </Alert>
  )
}
const MOST_LOOKS = 30
