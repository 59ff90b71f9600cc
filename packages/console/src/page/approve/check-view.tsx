/** The content of a request's bytes in words, with the verdict. */
import { Alert, Stack, Text } from '@mantine/core'
import type { Key } from '@quorate/verify'
import { useQuery } from '@tanstack/react-query'
import { Who } from '../parts/faces/who.tsx'
import { Fold } from '../parts/layout/fold.tsx'
import { BytesIcon, ShieldIcon, WarningIcon } from '../parts/layout/icons.tsx'
import { EnglishDetail } from '../parts/layout/states.tsx'
import { FieldLines } from '../parts/ledger/field-lines.tsx'
import { keyTree } from '../parts/ledger/key-tree.ts'
import { KeyParts } from '../parts/ledger/key-tree.tsx'
import { AccountLink, Amount, Fingerprint, Time } from '../parts/values.tsx'
import { sentencesQuery } from '../texts/errors.ts'
import type { ErrorTexts } from '../texts/errors-en.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import type { Check } from './check.ts'
import type { Statement } from './statement.ts'
import { statementsOf } from './statements.ts'

/** Names by id: the service's names of accounts, and the owners of keys. */
export type Names = ReadonlyMap<string, string>

/** The content of the bytes, for dialogs that compare the fingerprint. */
export function CheckView({ check, names }: { check: Check; names: Names }) {
  const { words, request } = useTexts()
  const { does, about } = statementsOf(check, words)
  const isFolded = ({ label }: Statement) => [words.validFrom, words.validFor, words.node].includes(label)
  return (
    <Stack>
      <Verdict check={check} isPanel />
      <Statements of={[...does, ...about.filter((one) => !isFolded(one))]} names={names} />
      <Fingerprint value={check.fingerprint} isOfKept={check.kept !== undefined} />
      <div className="folds">
        <Fold icon={<BytesIcon />} title={request.allFields} hint={request.fields(check.lines.length)}>
          <Statements of={about.filter(isFolded)} names={names} />
          <FieldLines lines={check.lines} />
        </Fold>
      </div>
    </Stack>
  )
}

/** The statements of bytes, one row each. */
export function Statements(props: { of: readonly Statement[]; names: Names }) {
  const { of, names } = props
  return (
    <dl className="statements">
      {of.map((statement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the statements follow the order of the bytes
        <StatementRow key={index} statement={statement} names={names} />
      ))}
    </dl>
  )
}

/** Whether the bytes match the request. If they do not, nothing is signed. */
export function Verdict({ check, isPanel = false }: { check: Check; isPanel?: boolean }) {
  const { request } = useTexts()
  const { language } = useLanguage()
  const { data: sentences } = useQuery(sentencesQuery(language))
  if (check.verdict === 'over')
    return (
      <Text c="dimmed" data-testid="verdict" data-verdict="over">
        {request.over}
      </Text>
    )
  if (check.verdict === 'trusted')
    return (
      <div className={isPanel ? 'checked in-panel' : 'checked'} data-testid="verdict" data-verdict="trusted">
        <ShieldIcon />
        <span>
          <b>{request.trusted}.</b> <span className="hint">{request.trustedHint}</span>
        </span>
      </div>
    )
  return (
    <Alert
      color="red"
      icon={<WarningIcon />}
      title={request.refusedTitle}
      role="alert"
      data-testid="verdict"
      data-verdict={check.verdict}
    >
      <Stack gap="xs">
        <Text size="sm">{sentences?.[check.verdict as keyof ErrorTexts] ?? check.verdict}</Text>
        {check.differences.slice(0, 20).map((difference) => (
          <div key={`${difference.path} ${difference.message}`}>
            <Text size="sm" className="id">
              {difference.path}
            </Text>
            {difference.said === null && difference.stated === null ? (
              <EnglishDetail text={difference.message} isExplained />
            ) : (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {request.said} <strong>{difference.said ?? request.nothing}</strong>. {request.stated}{' '}
                <strong>{difference.stated ?? request.nothing}</strong>.
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </Alert>
  )
}

function StatementRow({ statement, names }: { statement: Statement; names: Names }) {
  const { label, id, text, time, amount, token, key } = statement
  const hasValue =
    id !== undefined || text !== undefined || time !== undefined || amount !== undefined || key !== undefined
  if (!hasValue)
    return (
      <div>
        <dt className="whole">{label}</dt>
      </div>
    )
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {id === undefined ? null : (
          <div>
            <Who id={id} name={names.get(id)} size={32} below={<AccountLink id={id} checksum />} />
          </div>
        )}
        {amount === undefined ? null : <Amount units={amount} token={token} />}
        {amount === undefined || text === undefined ? text : <div>{text}</div>}
        {time === undefined ? null : <Time at={time} exact />}
        {key ? (
          <div className="key-tree">
            <KeyParts node={partsOf(key, names)} names={names} />
          </div>
        ) : null}
      </dd>
    </div>
  )
}

/** A single key is drawn as a list with one part, so that every key shows a rule and its parts. */
const partsOf = (key: Key, names: Names) =>
  keyTree(key.type === 'list' || key.type === 'threshold' ? key : { type: 'list', keys: [key] }, { owners: names })
