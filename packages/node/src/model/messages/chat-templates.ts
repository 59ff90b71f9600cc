/** The JSON that chat services accept, with placeholders for the parts of a message. */
import { badRequest, parseJson } from '@quorate/platform'

export const chatFormats = ['slack', 'discord', 'matrix', 'telegram', 'custom'] as const
export type ChatFormat = (typeof chatFormats)[number]

/** The placeholders of a template. Each is replaced by text inside a JSON string. */
export const placeholders = ['subject', 'text', 'link', 'account', 'chat'] as const
export type Placeholder = (typeof placeholders)[number]

const WHOLE = '{{subject}}\n{{text}}\n{{link}}'

const PRESETS: Readonly<Record<Exclude<ChatFormat, 'custom'>, object>> = {
  slack: { text: WHOLE, unfurl_links: false },
  // Without `allowed_mentions`, a text could notify everybody in the channel.
  discord: { content: WHOLE, allowed_mentions: { parse: [] } },
  /** The generic webhook format of matrix-hookshot. */
  matrix: { text: WHOLE },
  telegram: { chat_id: '{{chat}}', text: WHOLE, link_preview_options: { is_disabled: true } },
}

export const presetOf = (format: Exclude<ChatFormat, 'custom'>): string => JSON.stringify(PRESETS[format])

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** @throws 400 TEMPLATE_INVALID */
export function checkTemplate(template: string): void {
  const refuse = (why: string) => badRequest('TEMPLATE_INVALID', `template ${why}`)
  let value: unknown
  try {
    value = parseJson(template)
  } catch {
    throw refuse('is not JSON: send an object such as {"text": "{{subject}} {{link}}"}')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('is not a JSON object')
  const named = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  const unknown = named.find((name) => !isPlaceholder(name))
  if (unknown !== undefined)
    throw refuse(`has the placeholder {{${unknown}}}: use only ${placeholders.map((one) => `{{${one}}}`).join(', ')}`)
  if (!named.some((name) => name === 'subject' || name === 'text'))
    throw refuse('has neither {{subject}} nor {{text}}: without them, every message would be the same')
}

const isPlaceholder = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** Fills texts into a template's parsed strings, so that no text can change the structure of the JSON. */
export function filled(template: string, values: Readonly<Record<Placeholder, string>>): unknown {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(PLACEHOLDER, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole)).trimEnd()
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]))
  }
  return fill(parseJson(template))
}
