/** The member that votes for the user when the user does not vote, and the members that delegate to the user. */
import { Alert, Button, Card, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import { isEntityId, VerifyError } from '@quorate/verify'
import { checkLastDelegation, delegateVote } from '@quorate/verify/recount'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Dao } from '../../api/client.ts'
import { keyOf } from '../../api/ledger-reads.ts'
import { delegationQuery, delegatorsQuery } from '../../api/queries.ts'
import { useMe, useSession } from '../../api/session.tsx'
import { SignWith } from '../../connect/sign-with.tsx'
import { Who } from '../../parts/faces/who.tsx'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Failed, Loaded } from '../../parts/layout/states.tsx'
import { AccountLink, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { delegationOnLedger } from '../../votes/tasks.ts'
import { mayBeMember } from '../../votes/voting/membership.ts'

export function DelegationCard({ dao }: { dao: Dao }) {
  const { delegation: texts } = useTexts()
  const me = useMe()
  const { daoId } = dao
  const isAllowed = dao.votingRules.delegation === true && me !== '' && mayBeMember(dao, me)
  const mine = useQuery({ ...delegationQuery(daoId, me), enabled: isAllowed })
  const delegators = useQuery({ ...delegatorsQuery(daoId, me), enabled: isAllowed })
  const [asked, setAsked] = useState<Asked>()
  const { areas: named = [] } = dao.votingRules
  if (!isAllowed) return null
  return (
    <Card maw="var(--narrow)" data-testid="delegation">
      <Stack gap="sm">
        <Title order={2}>{texts.title}</Title>
        <Loaded query={mine} rows={1}>
          {({ delegate, areas, lastNumber, changedAt }) => (
            <>
              {delegate === null ? (
                <Text c="dimmed">{texts.none}</Text>
              ) : (
                <>
                  <Text>{texts.to}</Text>
                  <Who id={delegate} below={<AccountLink id={delegate} />} />
                  {changedAt === null ? null : (
                    <p className="note">
                      {texts.since} <Time at={changedAt} />
                    </p>
                  )}
                </>
              )}
              <Group>
                <Button variant="default" onClick={() => setAsked({ isEnd: false, area: null })}>
                  {delegate === null ? texts.choose : texts.another}
                </Button>
                {delegate === null ? null : (
                  <Button variant="default" onClick={() => setAsked({ isEnd: true, area: null })}>
                    {texts.end}
                  </Button>
                )}
                {named[0] === undefined ? null : (
                  <Button variant="default" onClick={() => setAsked({ isEnd: false, area: named[0] ?? null })}>
                    {texts.forArea}
                  </Button>
                )}
              </Group>
              {areas.map(({ area, delegate: to }) => (
                <Stack key={area} gap={4} data-testid={`delegate-in-${area}`}>
                  <Text size="sm">{texts.inArea(seen(area ?? ''))}</Text>
                  {to === null ? null : <Who id={to} below={<AccountLink id={to} />} />}
                  <Group>
                    <Button variant="default" onClick={() => setAsked({ isEnd: true, area })}>
                      {texts.endInArea(seen(area ?? ''))}
                    </Button>
                  </Group>
                </Stack>
              ))}
              <Dialog
                opened={asked !== undefined}
                onClose={() => setAsked(undefined)}
                title={asked?.isEnd ? texts.endTitle : texts.dialogTitle}
                titleSize="lg"
                size="lg"
              >
                {asked === undefined ? null : (
                  <Delegating
                    dao={dao}
                    isEnd={asked.isEnd}
                    initialArea={asked.area}
                    lastNumber={lastNumber}
                    onClose={() => setAsked(undefined)}
                  />
                )}
              </Dialog>
            </>
          )}
        </Loaded>
        {delegators.data && delegators.data.length > 0 ? (
          <Stack gap={4}>
            <Text size="sm" fw={650}>
              {texts.toYou}
            </Text>
            {delegators.data.map(({ account, area }) => (
              <Who
                key={`${account} ${area}`}
                id={account}
                below={
                  <>
                    <AccountLink id={account} /> {area === null ? null : <bdi>{seen(area)}</bdi>}
                  </>
                }
              />
            ))}
          </Stack>
        ) : null}
      </Stack>
    </Card>
  )
}

interface Asked {
  isEnd: boolean
  /** null for all areas. */
  area: string | null
}

/** Says what the signature does, shows everything that is signed, and asks for the signature. */
export function Delegating(props: {
  dao: Dao
  isEnd: boolean
  initialArea?: string | null
  /** The number of the user's last delegation, as the service has it. */
  lastNumber: number
  /** The delegate that the form begins with. */
  initial?: string
  onClose: () => void
}) {
  const { dao, isEnd, initialArea = null, lastNumber, initial = '', onClose } = props
  const { delegation: texts, vote } = useTexts()
  const { signer, chain, config } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const [account, setAccount] = useState(initial)
  const [isTried, setTried] = useState(false)
  const [area, setArea] = useState(initialArea)
  const { daoId, topicId, votingRules } = dao
  const mirrorUrl = config.mirrors[chain]
  const number = lastNumber + 1
  const fault = faultOf(account, { dao, me, texts })
  const delegate = isEnd ? null : account
  async function sign() {
    if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
    if (topicId === null || mirrorUrl === undefined)
      throw new QuorateError({ code: 'MIRROR_UNAVAILABLE', message: 'The topic of the DAO cannot be read' })
    const place = { chain, daoId, topicId }
    // Read from the ledger, because the service could keep a signature with a later number and use it then.
    const next = await numberOnLedger({ ...place, mirrorUrl, account: me }, lastNumber)
    return delegateVote({
      ...{ ...place, account: me, delegate, area: area ?? undefined, number: next },
      signer,
      key: await keyOf(chain, me),
      send: (body) => api.governance.post('/daos/{daoId}/delegations', { path: { daoId }, body }),
    })
  }
  const delegating = useMutation({
    mutationFn: () =>
      sign().catch((error: unknown) => {
        if (error instanceof VerifyError) throw new QuorateError({ code: error.code, message: error.message })
        throw error
      }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['dao', daoId] }),
  })
  return (
    <Stack gap="lg">
      {isEnd ? null : (
        <AccountInput
          label={texts.member}
          description={texts.memberHint}
          value={account}
          onChange={setAccount}
          error={isTried ? fault : undefined}
        />
      )}
      {isEnd ? null : <AreaField areas={votingRules.areas ?? []} value={area} change={setArea} />}
      <dl className="statements">
        <dt>{vote.dao}</dt>
        <dd>
          <bdi>{seen(dao.name)}</bdi>
          <div className="id fine">{seen(daoId)}</div>
          <p className="note">{texts.number(number)}</p>
        </dd>
        <dt>{texts.from}</dt>
        <dd>
          <Who id={me} />
        </dd>
        <AreaRow area={area} />
        {isEnd || fault !== undefined ? null : (
          <>
            <dt>{texts.delegate}</dt>
            <dd>
              <Who id={account} />
            </dd>
          </>
        )}
      </dl>
      <Alert color="blue">{isEnd ? (area === null ? texts.endSays : texts.endAreaSays) : texts.says}</Alert>
      {delegating.error ? <Failed error={delegating.error} /> : null}
      <SignWith
        button={isEnd ? texts.endSign : texts.sign}
        busy={delegating.isPending}
        onSign={() => {
          setTried(true)
          if (isEnd || fault === undefined) delegating.mutate()
        }}
        onCancel={onClose}
      />
    </Stack>
  )
}

/** The area that the delegation is for. A DAO without areas has no such field. */
function AreaField(props: { areas: readonly string[]; value: string | null; change: (area: string | null) => void }) {
  const { areas, value, change } = props
  const { delegation: texts } = useTexts()
  if (areas.length === 0) return null
  return (
    <NativeSelect
      label={texts.area}
      value={value ?? ''}
      data={[{ value: '', label: texts.allAreas }, ...areas.map((one) => ({ value: one, label: seen(one) }))]}
      onChange={({ currentTarget }) => change(currentTarget.value === '' ? null : currentTarget.value)}
    />
  )
}

function AreaRow({ area }: { area: string | null }) {
  const { delegation: texts } = useTexts()
  if (area === null) return null
  return (
    <>
      <dt>{texts.area}</dt>
      <dd>
        <bdi>{seen(area)}</bdi>
      </dd>
    </>
  )
}

/** The number of the next delegation, by the topic. @throws VerifyError 503 `DELEGATIONS_DIFFER` */
async function numberOnLedger(task: Parameters<typeof delegationOnLedger>[0], lastNumber: number): Promise<number> {
  const onTopic = await delegationOnLedger(task, AbortSignal.timeout(TIMEOUT_MS))
  checkLastDelegation(onTopic, lastNumber)
  return onTopic + 1
}
const TIMEOUT_MS = 60_000

/** Why the account cannot be a delegate; undefined if it can. */
function faultOf(
  account: string,
  { dao, me, texts }: { dao: Dao; me: string; texts: { wrong: string; yourself: string; noMember: string } },
): string | undefined {
  if (!isEntityId(account)) return texts.wrong
  if (account === me) return texts.yourself
  return mayBeMember(dao, account) ? undefined : texts.noMember
}
