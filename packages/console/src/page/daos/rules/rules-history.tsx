/** All versions of a DAO's rules, and the form with which the emergency account changes them without a proposal. */
import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { type GovernanceTypes, QuorateError } from '@quorate/client'
import { VerifyError } from '@quorate/verify'
import {
  changedNames,
  changeRulesAtOnce,
  changeRulesInPart,
  patchFault,
  type RecordedRules,
  type RulesChange,
  type RulesInForce,
  type RulesPatch,
  recordedFrom,
  type ShownRules,
} from '@quorate/verify/recount'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Dao } from '../../api/client.ts'
import { keyOf } from '../../api/ledger-reads.ts'
import { begunRulesQuery, rulesQuery } from '../../api/queries.ts'
import { useMe, useSession } from '../../api/session.tsx'
import { SignWith } from '../../connect/sign-with.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { ShieldIcon } from '../../parts/layout/icons.tsx'
import { Failed, Loaded } from '../../parts/layout/states.tsx'
import { Account, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { rulesOnLedger } from '../../votes/tasks.ts'
import { useOwns } from '../../votes/use-wallet-key.ts'
import { Preview, RuleFields } from '../forms/change-fields.tsx'
import { patchOf, type RuleInput, type RuleName } from '../forms/rules-form.ts'
import { ChangeWords, rulesThen } from './change-words.tsx'
import { RuleRows } from './rule-rows.tsx'
import { useRulesBook } from './use-rules-book.ts'

export function RulesHistory({ dao }: { dao: Dao }) {
  const { rules: texts } = useTexts()
  const me = useMe()
  const query = useQuery(rulesQuery(dao.daoId))
  const [isOpen, setOpen] = useState(false)
  const { emergency } = dao.votingRules
  const isOwner = useOwns(emergency)
  const mayChange = me !== '' && (emergency === me || isOwner) && dao.topicId !== null
  return (
    <>
      {mayChange ? (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.changeAtOnce}
          </Button>
        </Group>
      ) : null}
      {emergency === undefined ? null : <Begun dao={dao} />}
      <Loaded query={query} rows={1}>
        {(versions) =>
          versions.length < 2 ? null : (
            <Card maw="var(--narrow)" data-testid="rules-history">
              <Stack gap="md">
                <Title order={2}>{texts.history}</Title>
                {versions.map((version, index) => (
                  <div key={version.number}>
                    <Text fw={650}>{texts.number(version.number)}</Text>
                    <p className="note">
                      <Time at={version.changedAt} />{' '}
                      {version.proposalId !== null ? (
                        <Anchor component={Link} to={`/proposals/${version.proposalId}`} inherit>
                          {texts.byProposal}
                        </Anchor>
                      ) : version.emergency !== null ? (
                        <>
                          {texts.atOnce} <Account id={version.emergency} />
                        </>
                      ) : (
                        texts.founded
                      )}
                    </p>
                    <Changed version={version} before={versions[index + 1]} />
                  </div>
                ))}
              </Stack>
            </Card>
          )
        }
      </Loaded>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={texts.atOnceTitle} titleSize="lg" size="lg">
        {isOpen ? <ChangeAtOnce dao={dao} onClose={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  )
}

type Rules = GovernanceTypes['Rules']

/** The patch that turns the rules `now` into the rules `then`. */
function patchBetween(now: ShownRules, then: ShownRules): RulesPatch {
  const later: Record<string, unknown> = recordedFrom(then)
  const names = changedNames(recordedFrom(now), recordedFrom(then))
  return Object.fromEntries(names.map((name) => [name, later[name] ?? null]))
}

/** The changes of one version of the rules. */
function Changed({ version, before }: { version: Rules; before: Rules | undefined }) {
  if (!before) return null
  const change: RulesChange = {
    rules: patchBetween(before.votingRules, version.votingRules),
    ...(version.members ? { members: version.members } : {}),
  }
  return <ChangeWords change={change} now={before.votingRules} />
}

/** The immediate changes that owners of a wallet have begun to sign, in words. Other owners can sign the same one. */
function Begun({ dao }: { dao: Dao }) {
  const { rules: texts } = useTexts()
  const { data = [] } = useQuery(begunRulesQuery(dao.daoId))
  const isOwner = useOwns(dao.votingRules.emergency)
  const [signed, setSigned] = useState<RulesPatch>()
  return (
    <>
      {data.map(({ text, rules = {}, signedBy, missing }) => {
        const patch = patchFault(rules) === undefined ? (rules as RulesPatch) : undefined
        return (
          <Card key={text} maw="var(--narrow)" data-testid="rules-begun">
            <Stack gap="sm">
              <Text fw={650}>{texts.begun(signedBy.length, missing)}</Text>
              {patch ? <ChangeWords change={{ rules: patch }} now={dao.votingRules} /> : null}
              {isOwner && patch ? (
                <Group>
                  <Button variant="default" onClick={() => setSigned(patch)}>
                    {texts.signToo}
                  </Button>
                </Group>
              ) : null}
            </Stack>
          </Card>
        )
      })}
      <Dialog
        opened={signed !== undefined}
        onClose={() => setSigned(undefined)}
        title={texts.atOnceTitle}
        titleSize="lg"
        size="lg"
      >
        {signed ? <ChangeAtOnce dao={dao} given={signed} onClose={() => setSigned(undefined)} /> : null}
      </Dialog>
    </>
  )
}

/**
 * Shows what changes, compares the current rules with the ledger, and asks for the signature.
 *
 * @param props.given What another owner has signed already
 */
function ChangeAtOnce({ dao, given, onClose }: { dao: Dao; given?: RulesPatch; onClose: () => void }) {
  const { rules: texts } = useTexts()
  const { chain, config } = useSession()
  const me = useMe()
  const book = useRulesBook(dao.votingRules)
  const [rules, setRules] = useState<RuleInput[]>([])
  const [faults, setFaults] = useState<RuleName[]>([])
  const { daoId, topicId, rulesNumber: number, votingRules } = dao
  const mirrorUrl = config.mirrors[chain]
  const check = useQuery({
    queryKey: ['dao', daoId, 'rules', number, JSON.stringify(votingRules)],
    queryFn: ({ signal }) =>
      rulesOnLedger(
        { mirrorUrl: mirrorUrl ?? '', topicId: topicId ?? '', chain, daoId, shown: { number, votingRules } },
        signal,
      ),
    enabled: topicId !== null && mirrorUrl !== undefined,
  })
  const changing = useChangeAtOnce(dao, check.data, onClose)
  const made = given ? { patch: given } : patchOf(rules, book)
  return (
    <Stack gap="lg">
      <Text>{votingRules.emergency === me ? texts.atOnceText : texts.atOnceAsOwner}</Text>
      <Loaded query={check} rows={1}>
        {(inForce) => (
          <>
            <div className="checked small">
              <ShieldIcon />
              <b>{texts.checked}</b>
            </div>
            {given ? (
              <ChangeWords change={{ rules: given }} now={votingRules} />
            ) : (
              <>
                <RuleFields
                  now={votingRules}
                  rules={rules}
                  faults={faults}
                  change={(next) => {
                    setFaults([])
                    setRules(next)
                  }}
                />
                <Preview now={votingRules} form={{ rules, add: '', remove: '' }} />
              </>
            )}
            <SignedRules now={inForce.votingRules} made={made} />
            {changing.error ? <Failed error={changing.error} /> : null}
            <SignWith
              button={votingRules.emergency === me ? texts.sign : texts.signAsOwner}
              busy={changing.isPending}
              onSign={() => {
                if ('faults' in made) setFaults(made.faults)
                else if (given || rules.length > 0) changing.mutate(made.patch)
              }}
              onCancel={onClose}
            />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

/** Signs and sends new rules, as the account itself or as an owner of the wallet. */
function useChangeAtOnce({ daoId, topicId }: Dao, inForce: RulesInForce | undefined, onClose: () => void) {
  const { signer, chain } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const path = { daoId }
  return useMutation({
    async mutationFn(patch: RulesPatch): Promise<void> {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      if (!inForce) throw new QuorateError({ code: 'INVALID_CHANGE', message: 'No change' })
      const { emergency: account = '' } = inForce.votingRules
      const place = { chain, daoId, topicId: topicId ?? '' }
      const change = { ...place, account, inForce, patch, signer, key: await keyOf(chain, account) }
      try {
        if (account === me) {
          const send = (body: object) => api.governance.post('/daos/{daoId}/rules', { path, body: body as never })
          await changeRulesAtOnce({ ...change, send })
        } else {
          const send = (body: object) =>
            api.governance.post('/daos/{daoId}/rules/signatures', { path, body: body as never })
          await changeRulesInPart({ ...change, send })
        }
      } catch (error) {
        if (error instanceof VerifyError) throw new QuorateError({ code: error.code, message: error.message })
        throw error
      }
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['dao', daoId] }),
  })
}

/**
 * All rules that the signature covers. The current rules come from the topic that the service names, which could be a
 * false one. So the account sees all rules before it signs.
 */
function SignedRules({ now, made }: { now: RecordedRules; made: ReturnType<typeof patchOf> }) {
  const { rules: texts } = useTexts()
  const then = 'patch' in made ? rulesThen(now, { rules: made.patch }) : undefined
  return (
    <div data-testid="signed-rules">
      <Text fw={650}>{texts.signed}</Text>
      <dl className="statements">
        <RuleRows votingRules={then ?? now} />
      </dl>
    </div>
  )
}
