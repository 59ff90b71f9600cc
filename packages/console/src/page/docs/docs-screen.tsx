/** The documentation: the same pages as in the repository, with a search over all of them. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { SearchIcon } from '../parts/layout/icons.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Empty, Loaded } from '../parts/layout/states.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { type DocsPage, docsPage, pictureOf, placeOf } from './pages.ts'
import { search } from './search.ts'
import { sectionsOf, titleOf, withoutLinks } from './sections.ts'

/** The maximum length of a search text. */
const MAX_SEARCH = 100

export function DocsScreen() {
  const { _splat: slug = '' } = useParams({ strict: false }) as { _splat?: string }
  const { docs: texts } = useTexts()
  const { language } = useLanguage()
  const { searchStr } = useLocation()
  const wanted = (new URLSearchParams(searchStr).get('q') ?? '').slice(0, MAX_SEARCH)
  const query = useQuery({
    queryKey: ['config', 'docs', slug],
    queryFn: () => docsPage(slug.replace(/\/$/, '')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = query
  const title = wanted !== '' ? texts.found(wanted) : data ? titleOf(data.text) || texts.title : texts.title
  return (
    <Screen
      title={title}
      lead={language === 'en' ? undefined : texts.inEnglish}
      top={<Search initial={wanted} slug={slug} />}
      crumbs={slug === '' && wanted === '' ? [] : [{ to: '/docs', label: texts.title }]}
      rail={data && wanted === '' ? <Contents page={data} /> : undefined}
      railLabel={texts.contents}
      isWide
    >
      {wanted === '' ? (
        <Loaded query={query}>{(page) => (page ? <Page page={page} /> : <Empty title={texts.nothing} />)}</Loaded>
      ) : (
        <Results wanted={wanted} />
      )}
    </Screen>
  )
}

function Search({ initial, slug }: { initial: string; slug: string }) {
  const { docs: texts } = useTexts()
  const navigate = useNavigate()
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
          void navigate({ to: q === '' ? `/docs/${slug}` : '/docs', search: (q === '' ? {} : { q }) as never })
        }}
        className="bar-t"
      >
        <TextInput
          key={initial}
          type="search"
          name="q"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<SearchIcon />}
          defaultValue={initial}
          maxLength={MAX_SEARCH}
          autoComplete="off"
        />
        <Button type="submit" variant="default">
          {texts.find}
        </Button>
      </form>
    </search>
  )
}

function Page({ page }: { page: DocsPage }): ReactNode {
  const { path, text } = page
  const { hash } = useLocation()
  // The heading of the screen already shows the title.
  const body = useMemo(() => text.replace(/^# .*\n/, ''), [text])
  useEffect(() => {
    if (hash !== '') document.getElementById(decodeURI(hash))?.scrollIntoView()
  }, [hash])
  return (
    <Markdown
      text={body}
      level={1}
      hasAnchors
      placeOf={(href) => placeOf(path, href)}
      pictureOf={(src) => pictureOf(path, src)}
    />
  )
}

/** The headings of the page. */
function Contents({ page }: { page: DocsPage }) {
  const { docs: texts } = useTexts()
  const [, ...sections] = sectionsOf(page.text)
  if (sections.length === 0) return null
  return (
    <nav className="panel pad contents" aria-label={texts.contents}>
      <h2>{texts.contents}</h2>
      <ul>
        {sections.map(({ heading, hash }) => (
          <li key={hash}>
            <Link to="." hash={hash}>
              {heading}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Results({ wanted }: { wanted: string }) {
  const { docs: texts } = useTexts()
  const query = useQuery({
    queryKey: ['config', 'docs', 'search', wanted],
    queryFn: () => search(wanted),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Loaded query={query}>
      {(found) =>
        found.length === 0 ? (
          <Empty title={texts.nothing} text={texts.nothingText} />
        ) : (
          <ul className="panel entries quiet" data-testid="found">
            {found.map(({ slug, hash, page, heading, text }) => (
              <li key={`${slug}#${hash}`}>
                <div>
                  <Link to="/docs/$" params={{ _splat: slug }} {...(hash === '' ? {} : { hash })} className="row-t">
                    <b>{heading === '' ? page : heading}</b>
                  </Link>
                  <div className="row-s">{heading === '' ? null : <span>{page}</span>}</div>
                  <p className="note">{excerptOf(text, wanted)}</p>
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

/** The part of the text around the first word that was searched for. */
function excerptOf(text: string, wanted: string): string {
  const plain = withoutLinks(text)
    .replaceAll(/[`*|#[]/g, ' ')
    .replaceAll(/\s+/g, ' ')
  const first = wanted.toLowerCase().split(/\s+/)[0] ?? ''
  const at = Math.max(0, plain.toLowerCase().indexOf(first) - 60)
  return `${at > 0 ? '… ' : ''}${plain.slice(at, at + 240)}`
}
