/** The reasons why the ledger would refuse the request if it were executed now. Owners see them before they sign. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { isQuorateError, type MultisigTypes } from '@quorate/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { sentencesQuery } from '../../texts/errors.ts'
import type { ErrorTexts } from '../../texts/errors-en.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { WarningIcon } from '../layout/icons.tsx'
import { EnglishDetail, Failed } from '../layout/states.tsx'
import { Account, Amount, IdLink } from '../values.tsx'

type Problem = MultisigTypes['Problem']

export function LedgerProblems(props: { problems: readonly Problem[]; anyway?: () => void; isSending?: boolean }) {
  const { problems, anyway, isSending = false } = props
  const { texts, language } = useLanguage()
  const { data: sentences } = useQuery(sentencesQuery(language))
  return (
    <Alert color="orange" title={texts.ask.wouldFail} icon={<WarningIcon />} role="alert">
      <Stack gap="xs" align="flex-start">
        {problems.map(({ code, message, ...about }) => (
          <div key={message}>
            <Text size="sm">{sentences?.[code as keyof ErrorTexts]}</Text>
            <About {...about} />
            <EnglishDetail text={message} isExplained={sentences?.[code as keyof ErrorTexts] !== undefined} />
            <Text size="sm" c="dimmed" className="id">
              {seen(code)}
            </Text>
          </div>
        ))}
        {anyway ? (
          <Button variant="default" onClick={anyway} loading={isSending}>
            {texts.ask.anyway}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

/** The account, token or amounts that a problem is about, without a sentence. */
function About({ accountId, tokenId, serialNumber, balance, needed }: Omit<Problem, 'code' | 'message'>) {
  const { words, ask } = useTexts()
  const nameOf = useOwnerNames()
  const amount = (units: string) => <Amount units={BigInt(units)} token={tokenId} size="sm" />
  const facts: [string, ReactNode][] = []
  if (accountId !== undefined)
    facts.push([words.account, <Account key="a" id={accountId} name={nameOf(accountId, accountId)} />])
  if (tokenId !== undefined && tokenId !== 'HBAR')
    facts.push([
      words.token,
      <IdLink key="t" to={`/explorer/tokens/${tokenId}`}>
        {tokenId}
      </IdLink>,
    ])
  if (serialNumber !== undefined) facts.push([words.serial, serialNumber])
  if (balance !== undefined) facts.push([ask.has, amount(balance)])
  if (needed !== undefined) facts.push([ask.takes, amount(needed)])
  return (
    <dl className="in-line">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Shows why a request was not created. If only the ledger would refuse it, the user can create it anyway.
 *
 * @param props.children Shown for other errors
 */
export function NotAsked(props: { error: unknown; anyway: () => void; isSending: boolean; children?: ReactNode }) {
  const { error, children = <Failed error={error} />, ...others } = props
  const problems = problemsIn(error)
  return problems ? <LedgerProblems problems={problems} {...others} /> : children
}

function problemsIn(error: unknown): Problem[] | undefined {
  if (!isQuorateError(error) || error.status !== 422 || error.details.length === 0) return undefined
  const problems = error.details.map((detail) => Object(detail) as Partial<Problem>)
  const isProblem = (one: Partial<Problem>): one is Problem =>
    typeof one.code === 'string' && typeof one.message === 'string'
  return problems.every(isProblem) ? problems : undefined
}
