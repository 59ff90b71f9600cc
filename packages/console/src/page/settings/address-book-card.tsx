/** The user's names for accounts on the current chain. */
import { ActionIcon, Alert, Button, Card, FileButton, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { bookIn, type FileFault, faultOf, merged } from '../address-book/additions.ts'
import {
  bookText,
  type Entry,
  isSame,
  MAX_ENTRIES,
  MAX_FILE,
  MAX_NAME,
  withEntry,
  withoutEntry,
} from '../address-book/book.ts'
import { keepBook, useBook } from '../address-book/use-book.ts'
import { useSession } from '../api/session.tsx'
import { AccountInput } from '../parts/inputs/account-input.tsx'
import { useDraft, useDraftState } from '../parts/inputs/draft.ts'
import { BookIcon, CrossIcon, EditIcon } from '../parts/layout/icons.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Account } from '../parts/values.tsx'
import type { Texts } from '../texts/en.ts'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'

interface News {
  isGood: boolean
  text: string
}

const NOTHING = { account: '', name: '' }

export function AddressBookCard() {
  const { book: texts, connect } = useTexts()
  const { chain, config } = useSession()
  const book = useBook()
  const [typed, setTyped] = useDraftState(useDraft('name'), 'typed', NOTHING)
  const [isTried, setTried] = useState(false)
  /** The account whose name the user chose to change. */
  const [changing, setChanging] = useState<string>()
  const [news, setNews] = useState<News>()
  const nameInput = useRef<HTMLInputElement>(null)
  const entries = book.filter((one) => one.chain === chain)
  const entry: Entry = { chain, account: typed.account, name: typed.name.trim() }
  const fault = faultOf(entry, book)
  const known = book.find((one) => isSame(one, entry))
  const isOther = known !== undefined && known.name !== entry.name && changing !== entry.account

  /** Returns whether the browser has stored the book. */
  function keep(next: typeof book): boolean {
    try {
      keepBook(next)
      setNews(undefined)
      return true
    } catch {
      setNews({ isGood: false, text: texts.notKept })
      return false
    }
  }
  /** @param mayReplace Whether the user has agreed that the account gets another name */
  function add(mayReplace = false): void {
    setTried(true)
    if (fault || (isOther && !mayReplace)) return
    const next = withEntry(book, entry)
    if (next.length > MAX_ENTRIES) setNews({ isGood: false, text: texts.full })
    else if (keep(next)) {
      setTyped(NOTHING)
      setTried(false)
      setChanging(undefined)
    }
  }
  async function takeIn(file: File | null): Promise<void> {
    if (!file) return
    const read = file.size > MAX_FILE ? { fault: 'notABook' as const } : bookIn(await file.text())
    if ('fault' in read) {
      setNews({ isGood: false, text: wrongIn(read, { book: texts, connect }) })
      return
    }
    const { book: next, added, kept } = merged(book, read)
    if (!keep(next)) return
    const left = kept.length === 0 ? '' : `. ${texts.kept(listed(kept))}`
    setNews({ isGood: true, text: `${texts.imported(added)}${left}` })
  }
  return (
    <Card>
      <Stack>
        <div>
          <Title order={2}>{texts.title}</Title>
          <Text c="dimmed">
            {texts.lead}{' '}
            <span className="my-name">
              <BookIcon />
            </span>
            {config.chains.length > 1 ? ` · ${chain}` : ''}
          </Text>
        </div>
        <Names
          entries={entries}
          onChange={({ account, name }) => {
            setTyped({ account, name })
            setChanging(account)
            nameInput.current?.focus()
          }}
          onRemove={(one) => keep(withoutEntry(book, one))}
        />
        <NewName
          typed={typed}
          setTyped={setTyped}
          fault={isTried ? fault : undefined}
          nameInput={nameInput}
          add={add}
        />
        {isTried && isOther && !fault ? <OtherName known={known} name={entry.name} replace={() => add(true)} /> : null}
        <BookFile book={book} takeIn={takeIn} />
        {news ? (
          <Alert color={news.isGood ? 'green' : 'red'} role={news.isGood ? 'status' : 'alert'}>
            {news.text}
          </Alert>
        ) : null}
      </Stack>
    </Card>
  )
}

/** Imports the names of a file, and exports the book as one. */
function BookFile({ book, takeIn }: { book: readonly Entry[]; takeIn: (file: File | null) => Promise<void> }) {
  const { book: texts } = useTexts()
  return (
    <Group gap="sm">
      <FileButton accept="application/json,.json" onChange={(file) => void takeIn(file)}>
        {(given) => (
          <Button variant="default" className="grows" {...given}>
            {texts.import}
          </Button>
        )}
      </FileButton>
      <Button
        variant="default"
        className="grows"
        disabled={book.length === 0}
        onClick={() => saveFile('quorate-address-book.json', bookText(book), 'application/json')}
      >
        {texts.export}
      </Button>
    </Group>
  )
}

/** Asks before an account gets another name, since another account may have been meant. */
function OtherName({ known, name, replace }: { known: Entry; name: string; replace: () => void }) {
  const { requestForms: texts } = useTexts()
  return (
    <Alert color="orange" role="alert" data-testid="other-name">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{texts.hasName(seen(known.name), known.account)}</Text>
        <Button variant="default" onClick={replace}>
          {texts.replaceName(seen(name))}
        </Button>
      </Stack>
    </Alert>
  )
}

/** Says why a file was not imported. */
function wrongIn(fault: FileFault, { book: texts, connect }: Pick<Texts, 'book' | 'connect'>): string {
  if (!('place' in fault)) return fault.fault === 'tooMany' ? texts.importTooMany(MAX_ENTRIES) : texts.importWrong
  const { place, account, name } = fault
  const why = {
    account: connect.accountWrong,
    name: texts.nameWrong,
    taken: texts.nameTaken,
    twice: texts.accountTwice,
  }[fault.fault]
  return texts.entryWrong(place, seen(`${name} ${account}`.trim().slice(0, MOST_SHOWN)), why)
}

function Names(props: {
  entries: readonly Entry[]
  onChange: (entry: Entry) => void
  onRemove: (entry: Entry) => void
}) {
  const { entries, onChange, onRemove } = props
  const { book: texts } = useTexts()
  if (entries.length === 0) return <Text>{texts.empty}</Text>
  return (
    <Stack gap={0} component="ul" p={0} m={0} className="rows">
      {entries.map((one) => (
        <li key={one.account} id={one.account}>
          <Account id={one.account} checksum />
          <Group gap={0} ms="auto" wrap="nowrap">
            <ActionIcon aria-label={texts.change(one.account)} onClick={() => onChange(one)}>
              <EditIcon />
            </ActionIcon>
            <ActionIcon aria-label={texts.remove(one.account)} onClick={() => onRemove(one)}>
              <CrossIcon />
            </ActionIcon>
          </Group>
        </li>
      ))}
    </Stack>
  )
}

function NewName(props: {
  typed: { account: string; name: string }
  setTyped: (typed: { account: string; name: string }) => void
  fault: ReturnType<typeof faultOf>
  nameInput: React.RefObject<HTMLInputElement | null>
  add: () => void
}) {
  const { typed, setTyped, fault, nameInput, add } = props
  const { book: texts, connect } = useTexts()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Group align="flex-start" gap="sm">
        <AccountInput
          label={connect.account}
          value={typed.account}
          onChange={(account) => setTyped({ ...typed, account })}
          error={fault === 'account' ? connect.accountWrong : undefined}
          style={{ flex: '1 1 12rem' }}
        />
        <TextInput
          ref={nameInput}
          label={texts.name}
          value={typed.name}
          maxLength={MAX_NAME}
          autoComplete="off"
          onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
          error={fault === 'name' ? texts.nameWrong : fault === 'taken' ? texts.nameTaken : undefined}
          style={{ flex: '1 1 12rem' }}
        />
        <Button type="submit" className="grows beside-inputs">
          {texts.add}
        </Button>
      </Group>
    </form>
  )
}

/** The maximum number of characters shown from a faulty entry. */
const MOST_SHOWN = 150
const MOST_NAMED = 5
const listed = (entries: readonly Entry[]): string =>
  entries
    .slice(0, MOST_NAMED)
    .map(({ account, name }) => `${name} ${account}`)
    .join(', ') + (entries.length > MOST_NAMED ? ' …' : '')
