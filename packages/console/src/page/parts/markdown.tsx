/**
 * Shows Markdown as React elements. Text never becomes HTML, and HTML in the text is shown as text. Used for the
 * documentation and for texts by other people.
 */
import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import MarkdownIt, { type Token } from 'markdown-it'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { seenWhole } from '../texts/strangers.ts'
import { contentLinkIn } from './content-link.ts'
import { idOf } from './heading-id.ts'

export interface MarkdownRules {
  /** The target of a link within the page. If undefined, the link leads to content, or to an https address outside. */
  placeOf?: (href: string) => { to: string; hash?: string } | undefined
  /** The address of a picture. If undefined, the picture's description is shown. */
  pictureOf?: (src: string) => Promise<string> | undefined
  /** The level of a heading `#`. 3 by default, below the headings of a screen. */
  level?: number
  /** Whether a line ends where its writer ended it. */
  hasBreaks?: boolean
  /** The maximum number of elements. A text with more parts is shown as its source. A table row may have many parts. */
  maxParts?: number
  /** Whether headings have ids, so that links can lead to them. */
  hasAnchors?: boolean
}

const markdown = new MarkdownIt({ html: false, linkify: true })
// Without a scheme, anything with a dot would become a link.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

export function Markdown({ text, ...rules }: MarkdownRules & { text: string }) {
  const { maxParts = Number.POSITIVE_INFINITY } = rules
  const tree = useMemo(() => {
    const tokens = markdown.parse(text, {})
    return partsOf(tokens) > maxParts ? undefined : treeOf(tokens)
  }, [text, maxParts])
  if (!tree) return <bdi style={{ whiteSpace: 'pre-wrap' }}>{seenWhole(text)}</bdi>
  return (
    <div className="markdown" dir="auto">
      {rendered(tree, { rules, ids: new Map() })}
    </div>
  )
}

const partsOf = (tokens: readonly Token[]): number =>
  tokens.reduce((count, { children }) => count + 1 + (children?.length ?? 0), 0)

interface Node {
  token: Token
  children: Node[]
}

/** Turns the flat list of tokens, in which elements open and close, into a tree. */
function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = []
  const open = [root]
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop()
      continue
    }
    const node = { token, children: token.children ? treeOf(token.children) : [] }
    open.at(-1)?.push(node)
    if (token.nesting === 1) open.push(node.children)
  }
  return root
}

interface Context {
  rules: MarkdownRules
  /** How often each id of a heading was given. */
  ids: Map<string, number>
}

const rendered = (nodes: readonly Node[], context: Context): ReactNode =>
  nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have fixed places
    <Fragment key={index}>{element(node, context)}</Fragment>
  ))

const PLAIN = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'thead', 'tbody', 'tr', 'strong', 'em', 's'])

function element({ token, children }: Node, context: Context): ReactNode {
  const inner = () => rendered(children, context)
  switch (token.type) {
    case 'inline':
      return inner()
    case 'text':
      return seenWhole(token.content)
    case 'softbreak':
      return context.rules.hasBreaks ? <br /> : ' '
    case 'hardbreak':
      return <br />
    case 'hr':
      return <hr />
    case 'code_inline':
      return <Code>{seenWhole(token.content)}</Code>
    case 'fence':
    case 'code_block':
      return <Block text={token.content} language={token.info.trim().split(/\s/)[0] ?? ''} />
    case 'image':
      return <Picture token={token} rules={context.rules} />
    case 'link_open':
      return (
        <Anchor href={String(token.attrGet('href') ?? '')} rules={context.rules}>
          {inner()}
        </Anchor>
      )
    case 'heading_open':
      return heading(token, children, context)
    case 'table_open':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways, also with a keyboard
        <div className="panel tw" tabIndex={0}>
          <table className="table">{inner()}</table>
        </div>
      )
    case 'th_open':
    case 'td_open':
      return createElement(token.tag, {}, inner())
    case 'ordered_list_open':
      return <ol start={Number(token.attrGet('start') ?? 1)}>{inner()}</ol>
    case 'paragraph_open':
      // In a tight list, paragraphs are hidden: their text is shown without <p>.
      return token.hidden ? inner() : <p>{inner()}</p>
    default:
      return PLAIN.has(token.tag) ? createElement(token.tag, {}, inner()) : seenWhole(token.content)
  }
}

function heading(token: Token, children: readonly Node[], context: Context): ReactNode {
  const { level = 3, hasAnchors = false } = context.rules
  const tag = `h${Math.min(6, Number(token.tag.slice(1)) + level - 1)}`
  return createElement(tag, hasAnchors ? { id: idOf(textIn(children), context.ids) } : {}, rendered(children, context))
}

const textIn = (nodes: readonly Node[]): string =>
  nodes.map(({ token, children }) => (children.length > 0 ? textIn(children) : token.content)).join('')

function Block({ text, language }: { text: string; language: string }) {
  return (
    <Code block tabIndex={0} role="region" aria-label={language === '' ? 'code' : language} data-language={language}>
      {seenWhole(text.replace(/\n$/, ''))}
    </Code>
  )
}

function Picture({ token, rules }: { token: Token; rules: MarkdownRules }) {
  const { pictureOf } = rules
  const src = String(token.attrGet('src') ?? '')
  const loading = pictureOf?.(src)
  const { data } = useQuery({
    queryKey: ['picture', src],
    queryFn: () => loading ?? null,
    enabled: loading !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <img src={data} alt={token.content} loading="lazy" />
  const description = <em>{seenWhole(token.content)}</em>
  // Linked content is opened, never shown within a text.
  return contentLinkIn(src) ? (
    <Anchor href={src} rules={rules}>
      {description}
    </Anchor>
  ) : (
    description
  )
}

function Anchor(props: { href: string; rules: MarkdownRules; children: ReactNode }) {
  const { href, rules, children } = props
  const place = rules.placeOf?.(href)
  if (place)
    return (
      <Link to={place.to} {...(place.hash === undefined ? {} : { hash: place.hash })}>
        {children}
      </Link>
    )
  const content = contentLinkIn(href)
  if (content)
    return (
      <>
        <a href={content.address} target="_blank" rel="noreferrer noopener">
          {children}
        </a>
        <span className="fine" style={{ overflowWrap: 'anywhere' }}>
          {' '}
          (IPFS: {content.cid})
        </span>
      </>
    )
  const host = hostOf(href)
  if (host === undefined) return children
  return (
    <>
      <a href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
      {/* Where a link of other people leads, whatever its text says. */}
      {rules.placeOf ? null : <span className="fine"> ({host})</span>}
    </>
  )
}

function hostOf(href: string): string | undefined {
  const url = URL.parse(href)
  return url && ['https:', 'http:'].includes(url.protocol) ? url.host : undefined
}
