/** The roles at a wallet: its owners give and end them by signing a text. */
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type MultisigTypes, QuorateError } from '@quorate/client'
import { type AskedRole, isEntityId, roleSentence, walletRoles } from '@quorate/verify'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { api } from '../../api/client.ts'
import { ledgerOf } from '../../api/ledger-reads.ts'
import { rolesQuery } from '../../api/queries.ts'
import { useMe, useSession } from '../../api/session.tsx'
import { ledgerNow } from '../../api/time.ts'
import { approveRole } from '../../approve/approve.ts'
import { SignWith } from '../../connect/sign-with.tsx'
import { Who } from '../../parts/faces/who.tsx'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { Chip } from '../../parts/layout/chip.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Section } from '../../parts/layout/screen.tsx'
import { Failed, Loaded } from '../../parts/layout/states.tsx'
import { AccountLink, Time } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'

type Change = MultisigTypes['RoleChange']
type Asked = { account: string; role: AskedRole }

export function RolesSection({ walletId }: { walletId: string }) {
  const { access: texts } = useTexts()
  const query = useQuery(rolesQuery(walletId))
  const [isGiving, setGiving] = useState(false)
  const [change, setChange] = useState<Change>()
  const nameOf = useOwnerNames()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: ['wallet', walletId, 'roles'] })
  const asking = useMutation({
    mutationFn: (asked: Asked) =>
      api.multisig.post('/multisig/wallet/{walletId}/roles', { path: { walletId }, body: asked }),
    onSuccess(made) {
      setGiving(false)
      setChange(made)
    },
    onSettled: reload,
  })
  return (
    <Section
      title={texts.roles}
      hint={texts.rolesHint}
      end={
        <button type="button" className="plain" onClick={() => setGiving(true)}>
          {texts.give}
        </button>
      }
    >
      <Loaded query={query} rows={1}>
        {({ roles, changes }) => (
          <Stack gap="md" data-testid="roles">
            {roles.length === 0 ? <p className="note">{texts.noRoles}</p> : null}
            <ul className="panel entries" hidden={roles.length === 0}>
              {roles.map(({ account, role, status, signers }) => (
                <li key={account} className="entry">
                  <Group justify="space-between" p="sm">
                    <Who id={account} below={<AccountLink id={account} />} />
                    <Stack gap={2}>
                      <Text size="sm">
                        {texts.role[role]}
                        {status === 'offered' ? ` (${texts.offered})` : ''}
                      </Text>
                      <span className="fine">
                        {texts.signedBy} {signers.map((id) => nameOf(walletId, id) ?? id).join(', ')}
                      </span>
                    </Stack>
                    <Button
                      variant="default"
                      loading={asking.isPending && asking.variables.account === account}
                      onClick={() => asking.mutate({ account, role: 'none' })}
                    >
                      {texts.end}
                    </Button>
                  </Group>
                </li>
              ))}
            </ul>
            {asking.error && !isGiving ? <Failed error={asking.error} /> : null}
            {changes.length === 0 ? null : <Changes changes={changes} review={setChange} reload={reload} />}
            <p className="note">{texts.endsWithOwners}</p>
          </Stack>
        )}
      </Loaded>
      <Dialog opened={isGiving} onClose={() => setGiving(false)} title={texts.give}>
        <GiveForm isBusy={asking.isPending} error={asking.error} ask={(asked) => asking.mutate(asked)} />
      </Dialog>
      <Dialog opened={change !== undefined} onClose={() => setChange(undefined)} title={texts.signTitle} titleSize="lg">
        {change ? <Signing change={change} onClose={() => setChange(undefined)} onSigned={reload} /> : null}
      </Dialog>
    </Section>
  )
}

function Changes(props: { changes: readonly Change[]; review: (change: Change) => void; reload: () => unknown }) {
  const { changes, review, reload } = props
  const { access: texts } = useTexts()
  const me = useMe()
  const withdrawing = useMutation({
    mutationFn: ({ walletId, changeId }: Change) =>
      api.multisig.delete('/multisig/wallet/{walletId}/roles/{changeId}', { path: { walletId, changeId } }),
    onSettled: reload,
  })
  return (
    <div>
      <Text fw={650}>{texts.changes}</Text>
      <ul className="panel entries">
        {changes.map((change) => {
          const { changeId, account, role, missing, expiresAt, signatures, askedBy } = change
          const isMine = signatures.some(({ senderId }) => senderId === me)
          return (
            <li key={changeId} className="entry" data-testid="role-change">
              <Group justify="space-between" p="sm">
                <Who id={account} below={<AccountLink id={account} />} />
                <Stack gap={2}>
                  <Text size="sm">{texts.role[role]}</Text>
                  <Chip state="wait">{texts.missing(missing)}</Chip>
                  <span className="fine">
                    {texts.until} <Time at={expiresAt} />
                  </span>
                </Stack>
                <Group>
                  {isMine ? (
                    <span className="note">{texts.youSigned}</span>
                  ) : (
                    <Button onClick={() => review(change)}>{texts.review}</Button>
                  )}
                  {askedBy === me ? (
                    <Button variant="default" onClick={() => withdrawing.mutate(change)}>
                      {texts.withdraw}
                    </Button>
                  ) : null}
                </Group>
              </Group>
            </li>
          )
        })}
      </ul>
      {withdrawing.error ? <Failed error={withdrawing.error} /> : null}
    </div>
  )
}

function GiveForm(props: { isBusy: boolean; error: Error | null; ask: (asked: Asked) => void }) {
  const { isBusy, error, ask } = props
  const { access: texts } = useTexts()
  const [account, setAccount] = useState('')
  const [role, setRole] = useState<(typeof walletRoles)[number]>('proposer')
  const [isTried, setTried] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isEntityId(account)) ask({ account, role })
      }}
    >
      <Stack>
        <AccountInput
          label={texts.account}
          value={account}
          onChange={setAccount}
          error={isTried && !isEntityId(account) ? texts.accountWrong : undefined}
        />
        <NativeSelect
          label={texts.what}
          value={role}
          data={walletRoles.map((one) => ({
            value: one,
            label: one === 'proposer' ? texts.proposerHint : texts.observerHint,
          }))}
          onChange={({ currentTarget }) => setRole(currentTarget.value === 'observer' ? 'observer' : 'proposer')}
        />
        {error ? <Failed error={error} /> : null}
        <Button type="submit" loading={isBusy}>
          {texts.review}
        </Button>
      </Stack>
    </form>
  )
}

/** Says what the text permits, with the sentence in the text itself, and asks for the signature. */
function Signing({ change, onClose, onSigned }: { change: Change; onClose: () => void; onSigned: () => unknown }) {
  const { access: texts } = useTexts()
  const { language } = useLanguage()
  const { signer, chain } = useSession()
  const { walletId, changeId, account, role, text } = change
  const signing = useMutation({
    mutationFn() {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      return approveRole(text, {
        expected: { chain, walletId, account, role },
        ledger: ledgerOf(chain),
        now: ledgerNow(),
        signer,
        send: (signature) =>
          api.multisig.post('/multisig/wallet/{walletId}/roles/{changeId}/sign', {
            path: { walletId, changeId },
            body: { senderId: signer.accountId, signature },
          }),
      })
    },
    onSuccess: onClose,
    onSettled: onSigned,
  })
  return (
    <Stack gap="lg">
      <Alert color="blue" data-testid="role-sentence">
        {roleSentence({ role, account, walletId }, language)}
      </Alert>
      <Text size="sm">{texts.signHint}</Text>
      {signing.error ? <Failed error={signing.error} /> : null}
      <SignWith button={texts.sign} busy={signing.isPending} onSign={() => signing.mutate()} onCancel={onClose} />
    </Stack>
  )
}
