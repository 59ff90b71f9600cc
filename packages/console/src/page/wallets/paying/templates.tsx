/**
 * Payment templates of a wallet: payments that its owners keep. A template only fills in the form, so what comes of it
 * is reviewed and signed like any other request.
 */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isQuorateError, type MultisigTypes } from '@quorate/client'
import { MAX_TEMPLATE_PAYMENTS } from '@quorate/verify'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { api, type Wallet } from '../../api/client.ts'
import { templateQuery, templatesQuery } from '../../api/queries.ts'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Fold } from '../../parts/layout/fold.tsx'
import { FileIcon } from '../../parts/layout/icons.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { Account, Time } from '../../parts/values.tsx'
import type { PaymentStated } from '../../requests/sentences/sentence.ts'
import { useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { PlanButton, PlanState } from './plans.tsx'

type Entry = MultisigTypes['TemplateEntry']

/** The wallet's templates, with links to the form that each fills in. Nothing if there are none. */
export function Templates({ wallet }: { wallet: Wallet }) {
  const { templates: texts } = useTexts()
  const { data = [], error } = useQuery({ ...templatesQuery(wallet.wallet), enabled: wallet.role !== 'observer' })
  if (error) return <Failed error={error} />
  if (data.length === 0) return null
  return (
    <section className="panel">
      <Fold icon={<FileIcon />} title={texts.title} hint={String(data.length)}>
        <ul className="entries" data-testid="templates">
          {data.map((template) => (
            <Row key={template.templateId} template={template} wallet={wallet} />
          ))}
        </ul>
      </Fold>
    </section>
  )
}

function Row({ template, wallet }: { template: Entry; wallet: Wallet }) {
  const { templates: texts } = useTexts()
  const { searchStr } = useLocation()
  const { name, memo, paymentCount } = template
  return (
    <li className="entry">
      <Group justify="space-between" p="sm">
        <Stack gap={2} className="anywhere">
          <Text fw={600}>
            <bdi>{seen(name)}</bdi>
          </Text>
          <Text size="sm">
            {texts.payments(paymentCount)}
            {memo === undefined ? null : (
              <>
                {' · '}
                <bdi>{seen(memo)}</bdi>
              </>
            )}
          </Text>
          <SavedBy template={template} />
          <PlanState template={template} />
        </Stack>
        <Group gap="xs">
          <Button
            component={Link}
            to={formWith(template, searchStr)}
            variant="default"
            aria-label={texts.useOf(seen(name))}
          >
            {texts.use}
          </Button>
          {wallet.role === 'owner' ? <PlanButton template={template} /> : null}
          {wallet.role === 'owner' ? <Delete template={template} /> : null}
        </Group>
      </Group>
    </li>
  )
}

/** A form that replaces a request still does, with the payments of the template. */
function formWith({ walletId, templateId }: Entry, searchStr: string): string {
  const replaces = new URLSearchParams(searchStr).get('replaces')
  const given = new URLSearchParams({ template: templateId, ...(replaces === null ? {} : { replaces }) })
  return `/wallets/${walletId}/pay?${given}`
}

function SavedBy({ template: { walletId, savedBy, savedAt } }: { template: Entry }) {
  const { templates: texts } = useTexts()
  const nameOf = useOwnerNames()
  return (
    <span className="fine">
      {texts.savedBy} <Account id={savedBy} name={nameOf(walletId, savedBy)} isPlain />
      {', '}
      <Time at={savedAt} />
    </span>
  )
}

function Delete({ template: { walletId, templateId, name } }: { template: Entry }) {
  const { templates: texts, app } = useTexts()
  const queries = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  const deleting = useMutation({
    mutationFn: () =>
      api.multisig.delete('/multisig/wallet/{walletId}/templates/{templateId}', { path: { walletId, templateId } }),
    onSuccess: dialog.close,
    onSettled: () => queries.invalidateQueries({ queryKey: ['wallet', walletId, 'templates'] }),
  })
  return (
    <>
      <Button variant="default" onClick={dialog.open} aria-label={texts.deleteOf(seen(name))}>
        {texts.delete}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.deleteTitle}>
        <Stack>
          <Text fw={600} className="anywhere">
            <bdi>{seen(name)}</bdi>
          </Text>
          <Text>{texts.deleteText}</Text>
          {deleting.error ? <Failed error={deleting.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close} data-autofocus>
              {app.cancel}
            </Button>
            <Button color="red.9" onClick={() => deleting.mutate()} loading={deleting.isPending}>
              {texts.delete}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}

/** The template in the `template` parameter of the page's URL; null if there is none. Undefined while it is read. */
export function useTemplate(walletId: string): MultisigTypes['Template'] | null | undefined {
  const { searchStr } = useLocation()
  const templateId = new URLSearchParams(searchStr).get('template')
  const { data, isError } = useQuery({
    ...templateQuery(walletId, templateId ?? ''),
    enabled: templateId !== null,
  })
  return templateId === null || isError ? null : data
}

/** Says whose template has filled in the form. */
export function FromTemplate({ walletId }: { walletId: string }) {
  const { templates: texts } = useTexts()
  const template = useTemplate(walletId)
  if (!template) return null
  return (
    <Alert color="blue" title={texts.filled} data-testid="from-template">
      <Stack gap={6} className="anywhere">
        <Text size="sm" fw={600}>
          <bdi>{seen(template.name)}</bdi>
        </Text>
        <SavedBy template={template} />
        <Text size="sm">{texts.filledText}</Text>
      </Stack>
    </Alert>
  )
}

interface Content {
  payments: readonly PaymentStated[]
  memo?: string | undefined
}

/** Saves what the form pays as a template. */
export function SaveTemplate({ wallet, content }: { wallet: Wallet; content: Content | undefined }) {
  const { templates: texts } = useTexts()
  const [isOpen, dialog] = useDisclosure()
  const [saved, setSaved] = useState<string>()
  if (wallet.role !== 'owner') return null
  const count = content?.payments.length ?? 0
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setSaved(undefined)
          dialog.open()
        }}
        disabled={count === 0 || count > MAX_TEMPLATE_PAYMENTS}
      >
        {texts.save}
      </Button>
      {saved === undefined ? null : (
        <Text size="sm" role="status" className="anywhere">
          {texts.saved(saved)}
        </Text>
      )}
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.saveTitle}>
        {content ? (
          <SaveForm
            walletId={wallet.wallet}
            content={content}
            onClose={dialog.close}
            onSaved={(name) => {
              setSaved(seen(name))
              dialog.close()
            }}
          />
        ) : null}
      </Dialog>
    </>
  )
}

function SaveForm(props: { walletId: string; content: Content; onClose: () => void; onSaved: (name: string) => void }) {
  const { walletId, content, onClose, onSaved } = props
  const { templates: texts, app } = useTexts()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn(replace: boolean) {
      const { payments, memo } = content
      const body = {
        name: name.trim(),
        payments: payments.map(({ receiverId, tokenId, amount }) => ({ receiverId, tokenId, amount: String(amount) })),
        ...(memo === undefined ? {} : { memo }),
        ...(replace ? { replace } : {}),
      }
      return api.multisig.post('/multisig/wallet/{walletId}/templates', { path: { walletId }, body })
    },
    onSuccess: (template) => onSaved(template.name),
    onSettled: () => queries.invalidateQueries({ queryKey: ['wallet', walletId, 'templates'] }),
  })
  const exists = isQuorateError(saving.error, 'TEMPLATE_EXISTS')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // The portal's events also bubble to the form that the dialog was opened from.
        event.stopPropagation()
        setTried(true)
        if (name.trim() !== '') saving.mutate(false)
      }}
    >
      <Stack>
        <Text size="sm">{texts.saveText(content.payments.length)}</Text>
        <TextInput
          label={texts.name}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={({ currentTarget }) => {
            saving.reset()
            setName(currentTarget.value)
          }}
          error={isTried && name.trim() === '' ? texts.nameMissing : undefined}
        />
        {saving.error ? <Failed error={saving.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {app.cancel}
          </Button>
          {exists ? (
            <Button onClick={() => saving.mutate(true)} loading={saving.isPending}>
              {texts.replace}
            </Button>
          ) : (
            <Button type="submit" loading={saving.isPending}>
              {texts.saveButton}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
