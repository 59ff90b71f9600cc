/** Chooses what signs: a development account, or a key file that is read in this page. */

import {
  Button,
  FileButton,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Signer } from '@quorate/client'
import type { KeyType } from '@quorate/client/keys'
import { isEntityId } from '@quorate/verify'
import { useState } from 'react'
import { useSession } from '../api/session.tsx'
import { useTexts } from '../texts/language.tsx'
import { type ReadKey, readKey, signerOf, textOfFile } from './key-file.ts'

interface Choice {
  kind: 'development' | 'file'
  development: string
  account: string
  text: string
  type: KeyType
}

/** @param account The only account that may be chosen; any if absent */
export function SignerForm(props: {
  chain: string
  account?: string
  button: string
  busy: boolean
  onSigner: (signer: Signer) => void
  children?: React.ReactNode
}) {
  const { chain, account, button, busy, onSigner, children } = props
  const { config } = useSession()
  const { connect } = useTexts()
  const isNarrow = useMediaQuery('(max-width: 30em)')
  const accounts = chain === 'hedera:devnet' ? (config.development?.accounts ?? []) : []
  // Plain owners come before the account that runs the ledger.
  const people = [
    ...accounts.filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519'),
    ...accounts.filter(({ id, keyType }) => id === '0.0.2' || keyType !== 'ed25519'),
  ]
  const isOne = account !== undefined && accounts.some(({ id }) => id === account)
  const [choice, setChoice] = useState<Choice>({
    kind: accounts.length > 0 && (account === undefined || isOne) ? 'development' : 'file',
    development: account ?? people[0]?.id ?? '',
    account: account ?? '',
    text: '',
    type: 'ed25519',
  })
  const [tried, setTried] = useState(false)
  const change = (part: Partial<Choice>) => setChoice((before) => ({ ...before, ...part }))
  const key: ReadKey | undefined = readKey(choice.text)
  const accountFault = isEntityId(choice.account) ? undefined : connect.accountWrong
  const keyFault = key ? undefined : connect.keyUnreadable
  const isFile = accounts.length === 0 || choice.kind === 'file'

  const submit = async () => {
    setTried(true)
    const development = accounts.find(({ id }) => id === choice.development)
    const chosen = isFile ? key : readKey(development?.privateKey ?? '')
    const id = isFile ? choice.account : development?.id
    if (chosen && id !== undefined && isEntityId(id)) onSigner(await signerOf(id, chosen, choice.type))
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
        {accounts.length > 0 ? (
          <SegmentedControl
            fullWidth
            orientation={isNarrow ? 'vertical' : 'horizontal'}
            size="md"
            value={choice.kind}
            onChange={(kind) => change({ kind: kind as Choice['kind'] })}
            data={[
              { value: 'development', label: connect.development },
              { value: 'file', label: connect.keyFile },
            ]}
          />
        ) : null}
        {isFile ? (
          <>
            <TextInput
              label={connect.account}
              description={connect.accountHint}
              value={choice.account}
              readOnly={account !== undefined}
              onChange={(event) => change({ account: event.currentTarget.value.trim() })}
              error={tried ? accountFault : undefined}
              autoComplete="off"
              inputMode="decimal"
            />
            <div>
              <Group align="center" gap="sm" mb={6}>
                <FileButton
                  onChange={(file) =>
                    void file?.arrayBuffer().then((bytes) => change({ text: textOfFile(new Uint8Array(bytes)) }))
                  }
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
                error={(tried || choice.text !== '') && keyFault ? keyFault : undefined}
                autoComplete="off"
                spellCheck={false}
                autosize
                minRows={2}
                maxRows={6}
              />
            </div>
            {key && key.type === undefined ? (
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
        ) : (
          <NativeSelect
            label={connect.development}
            description={connect.developmentHint}
            value={choice.development}
            disabled={account !== undefined}
            onChange={(event) => change({ development: event.currentTarget.value })}
            data={people.map(({ id, keyType }) => ({
              value: id,
              label: `${id} · ${keyType === 'ed25519' ? 'Ed25519' : 'ECDSA'}`,
            }))}
          />
        )}
        {children}
        <Button type="submit" loading={busy}>
          {button}
        </Button>
      </Stack>
    </form>
  )
}
