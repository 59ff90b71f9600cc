/** One search field for everything on the ledger. */
import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Type } from 'typebox'
import { useSession } from '../../api/session.tsx'
import { readMirror, useMirrorUrl } from '../../mirror/mirror.ts'
import { SearchIcon } from '../../parts/layout/icons.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { MAX_SEARCH, placesOf } from './search.ts'

/** Whether the mirror has found something. A list of transactions may be empty; an account may have no transactions. */
const isThere = (answer: unknown, path: string): boolean => {
  const { transactions } = (answer ?? {}) as { transactions?: unknown[] }
  return answer !== null && !(path.startsWith('/api/v1/transactions') && transactions?.length === 0)
}

export function SearchForm({ initial = '' }: { initial?: string | undefined }) {
  const { explorer: texts } = useTexts()
  const { chain } = useSession()
  const url = useMirrorUrl() ?? ''
  const navigate = useNavigate()
  const [text, setText] = useState(initial)
  const looking = useMutation({
    async mutationFn(typed: string): Promise<boolean> {
      for (const { path, to } of placesOf(typed, chain)) {
        if (!isThere(await readMirror(url, path, Type.Object({})), path)) continue
        await navigate({ to, replace: initial !== '' })
        setText('')
        return true
      }
      // Leaves the screen of the previous entity, and puts the search text into the URL.
      const searched = typed.trim()
      if (searched !== '' && searched !== initial)
        await navigate({ to: '/explorer/find/$text', params: { text: searched }, replace: initial !== '' })
      return false
    },
  })
  const begun = useRef(false)
  const { mutate } = looking
  useEffect(() => {
    if (initial === '' || begun.current) return
    begun.current = true
    mutate(initial)
  }, [initial, mutate])
  // For a name, the screen lists the matches below, so the field shows no error.
  const isName = placesOf(looking.variables ?? '', chain).length === 0
  const wrong = looking.data === false && !isName ? texts.nothing : undefined
  return (
    <search>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          looking.mutate(text)
        }}
      >
        <Group align="flex-start" gap="xs" wrap="nowrap">
          <TextInput
            type="search"
            aria-label={texts.search}
            placeholder={texts.searchHint}
            title={texts.searchHint}
            value={text}
            maxLength={MAX_SEARCH}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              looking.reset()
              setText(event.currentTarget.value)
            }}
            error={wrong}
            style={{ flex: 1 }}
          />
          <Button type="submit" variant="default" loading={looking.isPending} px="md" className="icon-on-phone">
            <SearchIcon />
            <span>{texts.look}</span>
          </Button>
        </Group>
        {looking.error ? <Failed error={looking.error} /> : null}
      </form>
    </search>
  )
}
