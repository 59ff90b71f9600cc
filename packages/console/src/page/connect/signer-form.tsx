/** Chooses a signer: a development account, a key file that is read in this page, a wallet app, or another device. */

import { Button, FileButton, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { isQuorateError, type Signer } from '@quorate/client'
import type { KeyType } from '@quorate/client/keys'
import { isEntityId } from '@quorate/verify'
import { useState } from 'react'
import { useSession } from '../api/session.tsx'
import { Choices } from '../parts/inputs/choices.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { type ReadKey, readKey, signerOf, textInFile } from './key-file.ts'
import { offlineSigner } from './offline.ts'
import { PairingPanel } from './pairing-panel.tsx'
import type { Pairing } from './wallet-connect.ts'

interface Choice {
  kind: 'development' | 'file' | 'wallet' | 'offline'
  development: string
  account: string
  text: string
  type: KeyType
}

/**
 * @param account The only account that may be chosen; any account if absent
 * @param first The account that is offered first
 */
export function SignerForm(props: {
  chain: string
  account?: string
  first?: string
  button: string
  busy: boolean
  onSigner: (signer: Signer) => void
  children?: React.ReactNode
}) {
  const { chain, account, first = account, button, busy, onSigner, children } = props
  const { config } = useSession()
  const { connect } = useTexts()
  const accounts = chain === 'hedera:devnet' ? (config.development?.accounts ?? []) : []
  // Ed25519 accounts come first; ECDSA accounts and 0.0.2 last.
  const people = [
    ...accounts.filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519'),
    ...accounts.filter(({ id, keyType }) => id === '0.0.2' || keyType !== 'ed25519'),
  ]
  const isOne = first !== undefined && accounts.some(({ id }) => id === first)
  const [choice, setChoice] = useState<Choice>({
    kind: accounts.length > 0 && (first === undefined || isOne) ? 'development' : 'file',
    development: first ?? people[0]?.id ?? '',
    account: first ?? '',
    text: '',
    type: 'ed25519',
  })
  const [tried, setTried] = useState(false)
  const pairing = usePairing(chain, account)
  const change = (part: Partial<Choice>) => setChoice((before) => ({ ...before, ...part }))
  const { key, isRead, chosenSigner } = useChosen(choice, people, change)
  const accountFault = isEntityId(choice.account) ? undefined : connect.accountWrong
  const keyFault = key || isRead ? undefined : connect.keyUnreadable
  const { kind } = choice
  const submit = async () => {
    setTried(true)
    const signer = kind === 'wallet' ? await pairing.pairedSigner() : await chosenSigner()
    if (signer) onSigner(signer)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack>
        <Choices
          label={connect.unlockTitle}
          value={kind}
          onChange={(to) => {
            pairing.cancel()
            change({ kind: to as Choice['kind'] })
          }}
          choices={[
            ...(accounts.length > 0 ? [{ value: 'development', label: connect.development }] : []),
            { value: 'file', label: connect.keyFile },
            ...(config.walletConnect ? [{ value: 'wallet', label: connect.walletApp }] : []),
            { value: 'offline', label: connect.offline },
          ]}
        />
        <AccountFields
          choice={choice}
          change={change}
          people={people}
          isFixed={account !== undefined}
          fault={tried ? accountFault : undefined}
        />
        {kind === 'file' ? (
          <KeyFileFields
            choice={choice}
            change={change}
            keyFault={keyFault}
            isRead={isRead}
            isTried={tried}
            hasNoType={key !== undefined && key.type === undefined}
          />
        ) : null}
        {kind === 'wallet' ? (
          <Text size="sm" c="dimmed">
            {connect.walletAppHint(new URL(config.walletConnect?.relayUrl ?? '').host)}
          </Text>
        ) : null}
        {pairing.open ? <PairingPanel pairing={pairing.open} /> : null}
        {pairing.fault === undefined ? null : <Failed error={pairing.fault} />}
        {kind === 'offline' ? (
          <Text size="sm" c="dimmed">
            {connect.offlineHint}
          </Text>
        ) : null}
        {children}
        {pairing.open ? null : (
          <Button type="submit" loading={busy || pairing.isOpening}>
            {button}
          </Button>
        )}
      </Stack>
    </form>
  )
}

/** Makes the signer for every choice except a wallet app. */
function useChosen(choice: Choice, people: readonly Person[], change: (part: Partial<Choice>) => void) {
  /** The signer with the key that was read. The key's text is cleared after reading. */
  const [made, setMade] = useState<Signer>()
  const key: ReadKey | undefined = readKey(choice.text)
  const isRead = choice.text === '' && made !== undefined && made.accountId === choice.account
  /** Undefined if input is missing. The form then shows what. */
  async function chosenSigner(): Promise<Signer | undefined> {
    if (choice.kind === 'development') {
      const development = people.find(({ id }) => id === choice.development)
      const own = readKey(development?.privateKey ?? '')
      return development && own && signerOf(development.id, own, choice.type)
    }
    if (!isEntityId(choice.account)) return undefined
    if (choice.kind === 'offline') return offlineSigner(choice.account)
    if (isRead) return made
    if (!key) return undefined
    const signer = await signerOf(choice.account, key, choice.type)
    setMade(signer)
    change({ text: '' })
    return signer
  }
  return { key, isRead, chosenSigner }
}

/** Pairs with a wallet app. */
function usePairing(chain: string, account: string | undefined) {
  const { config } = useSession()
  const [open, setOpen] = useState<Pairing>()
  const [isOpening, setOpening] = useState(false)
  const [fault, setFault] = useState<unknown>()
  /** Undefined if the pairing failed. The form then shows the error. */
  async function pairedSigner(): Promise<Signer | undefined> {
    if (!config.walletConnect) return undefined
    setFault(undefined)
    setOpening(true)
    try {
      const { pair } = await import('./wallet-connect.ts')
      const next = await pair({ ...config.walletConnect, chain, account })
      setOpen(next)
      return await next.signer
    } catch (error) {
      if (!isQuorateError(error) || error.code !== 'SIGNING_CANCELLED') setFault(error)
      return undefined
    } finally {
      setOpen(undefined)
      setOpening(false)
    }
  }
  const cancel = () => {
    open?.cancel()
    setFault(undefined)
  }
  return { open, isOpening, fault, pairedSigner, cancel }
}

function KeyFileFields(props: {
  choice: Choice
  change: (part: Partial<Choice>) => void
  keyFault: string | undefined
  /** Whether the key was read, and its text cleared. */
  isRead: boolean
  isTried: boolean
  /** Whether the key does not state its type. */
  hasNoType: boolean
}) {
  const { choice, change, keyFault, isRead, isTried, hasNoType } = props
  const { connect } = useTexts()
  return (
    <>
      <div>
        <Group align="center" gap="sm" mb={6}>
          <FileButton
            onChange={(file) => {
              if (file) void textInFile(file).then((text) => change({ text }))
            }}
          >
            {(given) => (
              <Button variant="default" {...given}>
                {connect.chooseFile}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {connect.orPaste}
          </Text>
        </Group>
        <Textarea
          aria-label={connect.orPaste}
          description={connect.pasteHint}
          value={choice.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          error={(isTried || choice.text !== '') && keyFault ? keyFault : undefined}
          placeholder={isRead ? connect.keyRead : undefined}
          autoComplete="off"
          spellCheck={false}
          autosize
          minRows={2}
          maxRows={6}
        />
      </div>
      {hasNoType ? (
        <NativeSelect
          label={connect.keyType}
          value={choice.type}
          onChange={(event) => change({ type: event.currentTarget.value as KeyType })}
          data={[
            { value: 'ed25519', label: 'Ed25519' },
            { value: 'secp256k1', label: 'ECDSA secp256k1' },
          ]}
        />
      ) : null}
      <Text size="sm" c="dimmed">
        {connect.keyFileHint}
      </Text>
    </>
  )
}

type Person = NonNullable<ReturnType<typeof useSession>['config']['development']>['accounts'][number]

function AccountFields(props: {
  choice: Choice
  change: (part: Partial<Choice>) => void
  people: readonly Person[]
  /** Whether only this account may be chosen. */
  isFixed: boolean
  fault: string | undefined
}) {
  const { choice, change, people, isFixed, fault } = props
  const { connect } = useTexts()
  if (choice.kind === 'wallet') return null
  if (choice.kind !== 'development')
    return (
      <TextInput
        label={connect.account}
        description={connect.accountHint}
        value={choice.account}
        readOnly={isFixed}
        onChange={(event) => change({ account: event.currentTarget.value.trim() })}
        error={fault}
        autoComplete="off"
        inputMode="decimal"
      />
    )
  return (
    <NativeSelect
      label={connect.development}
      description={connect.developmentHint}
      value={choice.development}
      disabled={isFixed}
      onChange={(event) => change({ development: event.currentTarget.value })}
      data={people.map(({ id, keyType }) => ({
        value: id,
        label: `${id} · ${keyType === 'ed25519' ? 'Ed25519' : 'ECDSA'}`,
      }))}
    />
  )
}
