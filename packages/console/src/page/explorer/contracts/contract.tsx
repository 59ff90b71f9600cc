/** A contract in the explorer: its facts, calls and events, decoded by an ABI. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { amountText } from '@quorate/verify'
import { useState } from 'react'
import {
  ContractAnswer,
  ContractLogsAnswer,
  type ContractResult,
  ContractResultAnswer,
  ContractResultsAnswer,
  type Log,
} from '../../mirror/answers.ts'
import { useMirror, useMirrorList } from '../../mirror/mirror.ts'
import { Details as Folded } from '../../parts/layout/details.tsx'
import { Section as Part } from '../../parts/layout/screen.tsx'
import { isoOf } from '../../parts/moments.ts'
import { Account, Copied, IdLink, Time } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { Fact, Facts, Found, Hbars, Pages, Row, Rows, Section } from '../parts.tsx'
import { pathOf } from '../search/search.ts'
import type { AbiReader } from './abi.ts'
import { useAbi } from './use-abi.ts'

/** The characters of data that are shown at first. */
const SHORT_DATA = 138

export function Contract({ id }: { id: string }) {
  const query = useMirror(pathOf('contracts', id), ContractAnswer)
  return <Found query={query}>{(contract) => <Details contract={contract} />}</Found>
}

function Details({ contract }: { contract: ContractAnswer }) {
  const { explorer: texts } = useTexts()
  const { contract_id: id, runtime_bytecode: code, file_id: file, evm_address: address } = contract
  const abi = useAbi(id)
  return (
    <>
      <Section>
        <Facts>
          <Fact label={texts.evmAddress}>
            <Copied text={address} />
          </Fact>
          <Fact label={texts.codeSize}>{code ? texts.bytes((code.length - 2) / 2) : null}</Fact>
          <Fact label={texts.codeFile}>{file ? <span className="id">{file}</span> : null}</Fact>
        </Facts>
        <AbiForm key={abi.text} {...abi} />
      </Section>
      <Calls contract={id} reader={abi.reader} />
      <Events contract={id} reader={abi.reader} />
    </>
  )
}

/** Accepts an ABI. Invalid text is not kept. */
function AbiForm({ text, set }: Pick<ReturnType<typeof useAbi>, 'text' | 'set'>) {
  const { explorer: texts } = useTexts()
  const [typed, setTyped] = useState(text)
  const [isWrong, setWrong] = useState(false)
  const use = async (): Promise<void> => {
    const { abiReader } = await import('./abi.ts')
    if (abiReader(typed)) set(typed)
    else setWrong(true)
  }
  return (
    <Folded summary={text.trim() === '' ? texts.abi : texts.abiGiven}>
      <Stack gap="sm">
        <Textarea
          label={texts.abi}
          description={texts.abiHint}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            setWrong(false)
          }}
          error={isWrong ? texts.abiWrong : undefined}
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          classNames={{ input: 'id' }}
        />
        <div>
          <Button variant="default" onClick={() => void use()}>
            {texts.abiUse}
          </Button>
        </div>
      </Stack>
    </Folded>
  )
}

/** The gas that was used, and the caller's limit. */
function useGasText(): (call: ContractResult) => string {
  const { texts, language } = useLanguage()
  const number = (gas: number | bigint) => amountText(BigInt(gas), 0, language)
  return ({ gas_used: used, gas_limit: limit }) => texts.explorer.gasOf(number(used ?? 0), number(limit))
}

function Calls({ contract, reader }: { contract: string; reader: AbiReader | undefined }) {
  const { explorer: texts } = useTexts()
  const gasText = useGasText()
  // A call may have 128 KB of parameters, so a page is short.
  const path = `/api/v1/contracts/${contract}/results?order=desc&limit=10`
  const list = useMirrorList(path, ContractResultsAnswer, ({ results }) => results)
  return (
    <Section title={texts.calls}>
      <Pages list={list} empty={texts.noCalls}>
        {(items) => (
          <Rows data-testid="calls">
            {items.map((call) => (
              <Row key={call.timestamp} answer={call}>
                <Group justify="space-between">
                  <IdLink to={`/explorer/transactions/${call.timestamp}`}>
                    <Time at={isoOf(call.timestamp)} exact />
                  </IdLink>
                  <Text size="sm" c="dimmed">
                    {call.error_message ? `${texts.failed} · ` : ''}
                    {gasText(call)}
                  </Text>
                </Group>
                <CallData call={call} reader={reader} />
              </Row>
            ))}
          </Rows>
        )}
      </Pages>
    </Section>
  )
}

function Events({ contract, reader }: { contract: string; reader: AbiReader | undefined }) {
  const { explorer: texts } = useTexts()
  const path = `/api/v1/contracts/${contract}/results/logs?order=desc&limit=25`
  const list = useMirrorList(path, ContractLogsAnswer, ({ logs }) => logs)
  return (
    <Section title={texts.events}>
      <Pages list={list} empty={texts.noEvents}>
        {(items) => (
          <Rows data-testid="events">
            {items.map((log) => (
              <Row key={`${log.timestamp} ${log.index}`} answer={log}>
                {log.timestamp ? (
                  <IdLink to={`/explorer/transactions/${log.timestamp}`}>
                    <Time at={isoOf(log.timestamp)} exact />
                  </IdLink>
                ) : null}
                <EventText log={log} reader={reader} />
              </Row>
            ))}
          </Rows>
        )}
      </Pages>
    </Section>
  )
}

/** The input of a call: decoded if the ABI has the function, else the raw data. */
function CallData({ call, reader }: { call: ContractResult; reader: AbiReader | undefined }) {
  const { explorer: texts } = useTexts()
  const data = call.function_parameters ?? '0x'
  if (call.created_contract_ids?.includes(call.contract_id ?? '')) return <p>{texts.creation}</p>
  if (data === '0x') return <p>{texts.plainTransfer}</p>
  return <Decoded text={reader?.call(data)} data={data} isGuess={reader?.isGuess} />
}

const EventText = ({ log, reader }: { log: Log; reader: AbiReader | undefined }) => (
  <Decoded
    text={reader?.event(log.topics, log.data ?? '0x')}
    data={[...log.topics, log.data ?? '0x'].join(' ')}
    isGuess={reader?.isGuess}
  />
)

/** The decoded text, or else the data. The text is untrusted. */
function Decoded({ text, data, isGuess }: { text: string | undefined; data: string; isGuess: boolean | undefined }) {
  const { explorer: texts } = useTexts()
  if (text === undefined)
    return <p className="id">{data.length > SHORT_DATA ? `${data.slice(0, SHORT_DATA)}…` : data}</p>
  return (
    <p>
      <bdi className="id">{seen(text)}</bdi>
      {isGuess ? <span className="fine"> {texts.abiGuess}</span> : null}
    </p>
  )
}

/** The call in a transaction: caller, contract, gas, returned values and events. */
export function ContractCall({ transactionId }: { transactionId: string }) {
  const { explorer: texts } = useTexts()
  const { data: call } = useMirror(pathOf('contracts/results', transactionId), ContractResultAnswer)
  if (!call) return null
  return (
    <Part title={texts.call}>
      <CallFacts call={call} contract={call.contract_id ?? ''} />
    </Part>
  )
}

function CallFacts({ call, contract }: { call: ContractResult & { logs: readonly Log[] }; contract: string }) {
  const { explorer: texts } = useTexts()
  const gasText = useGasText()
  const { reader } = useAbi(contract)
  const { function_parameters: data, call_result: result, error_message: error, amount } = call
  const returned = data && result && !error ? reader?.returned(data, result) : undefined
  return (
    <Section>
      <CallData call={call} reader={reader} />
      <Facts>
        <Fact label={texts.contract}>
          {contract === '' ? null : (
            <IdLink to={`/explorer/accounts/${contract}`} copy={contract}>
              {contract}
            </IdLink>
          )}
        </Fact>
        <Fact label={texts.caller}>{call.from ? <Account id={call.from} /> : null}</Fact>
        <Fact label={texts.sentAlong}>{amount ? <Hbars units={amount} /> : null}</Fact>
        <Fact label={texts.gas}>{gasText(call)}</Fact>
        <Fact label={texts.returned}>{returned === undefined ? null : <bdi className="id">{seen(returned)}</bdi>}</Fact>
        <Fact label={texts.reverted}>{error ? <ErrorText error={error} reader={reader} /> : null}</Fact>
      </Facts>
      {call.logs.length > 0 ? (
        <>
          <h3>{texts.events}</h3>
          <Rows>
            {call.logs.map((log) => (
              <Row key={log.index} answer={log}>
                <EventText log={log} reader={log.contract_id === contract ? reader : undefined} />
              </Row>
            ))}
          </Rows>
        </>
      ) : null}
    </Section>
  )
}

/** The error decoded by the ABI, or else the ledger's own text. */
function ErrorText({ error, reader }: { error: string; reader: AbiReader | undefined }) {
  const text = error.startsWith('0x') ? (reader?.error(error) ?? error) : error
  return <bdi className="id">{seen(text)}</bdi>
}
