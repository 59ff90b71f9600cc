/**
 * The code blocks of a documentation page.
 *
 * - `sh` blocks of a page run as one bash script. A block with `file=<name>` is written to that file before.
 * - A `text` or `json` block right after a `sh` block is what the commands print. Ids, times and fingerprints may have
 *   other values of the same form. `…` stands for anything in a line, and a line of `…` alone for any number of lines.
 * - `console` and `env` blocks cannot run in a test: their commands, options, settings and files must exist.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { command } from './process.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The ports of `npm start`, as pages name them, and of the nodes in a guide. */
const PORTS = {
  3000: 'NODE_HTTP_PORT',
  3001: 'GOVERNANCE_HTTP_PORT',
  3002: 'GOVERNANCE_WS_PORT',
  3003: 'MULTISIG_HTTP_PORT',
  3004: 'MULTISIG_WS_PORT',
  3005: 'CONSOLE_HTTP_PORT',
  3010: 'FIRST_NODE_PORT',
  3020: 'SECOND_NODE_PORT',
  3030: 'THIRD_NODE_PORT',
  5551: 'LOCALNET_REST_PORT',
  5600: 'LOCALNET_MIRROR_GRPC_PORT',
  7546: 'LOCALNET_RPC_PORT',
  50211: 'LOCALNET_GRPC_PORT',
}
const BLOCK = /^( *)```(\w+)(?: file=(\S+))?\n([\s\S]*?)^ *```$/gm
const OUTPUTS = ['text', 'json']

export interface Block {
  language: string
  /** The file that it is saved as. */
  file: string | undefined
  code: string
  /** The output that the page shows for a `sh` block, if any. */
  output?: string
  /** Whether nothing but blank lines is between it and the block before. */
  follows: boolean
}

/** The blocks of a page in Markdown, without the indentation of blocks in lists. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let end = 0
  for (const match of page.matchAll(BLOCK)) {
    const [all, indent = '', language = '', file, inner = ''] = match
    const code = inner.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    const follows = blocks.length > 0 && page.slice(end, match.index).trim() === ''
    end = match.index + all.length
    const before = blocks.at(-1)
    if (follows && before?.language === 'sh' && OUTPUTS.includes(language)) before.output = code
    blocks.push({ language, file, code, follows })
  }
  return blocks
}

/** A folder for the pages' commands, with `npx` and `quorate` as an installation has them. */
export function prepareFolder(folder: string): void {
  mkdirSync(join(folder, 'bin'))
  for (const [name, shift] of [
    ['npx', 'shift; '],
    ['quorate', ''],
  ] as const) {
    const file = join(folder, 'bin', name)
    writeFileSync(file, `#!/bin/sh\n${shift}exec "${process.execPath}" "${command}" "$@"\n`)
    chmodSync(file, 0o755)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

export interface Followed {
  code: number
  output: string
  /** For each `sh` block with an output on the page: what it printed. */
  printed: { code: string; expected: string; actual: string }[]
}

/** A page with the ports of this platform instead of those of `npm start`. */
const withPorts = (page: string, env: Record<string, string>): string =>
  Object.entries(PORTS).reduce(
    (all, [port, setting]) => all.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${env[setting]}`),
    page,
  )

/** Writes the files of a page, which other pages may use. */
export function writeFiles(page: string, folder: string, env: Record<string, string>): void {
  for (const { file, code } of blocksOf(withPorts(page, env))) if (file) writeFileSync(join(folder, file), code)
}

/** Runs the `sh` blocks of a page as one script against the platform at the ports in `env`. */
export async function follow(page: string, folder: string, env: Record<string, string>): Promise<Followed> {
  writeFiles(page, folder, env)
  const blocks = blocksOf(withPorts(page, env))
  const shell = blocks.filter(({ language }) => language === 'sh')
  // An output may end without a line break.
  const mark = (at: number) => `\n\u0001${at}\u0001\n`
  const script = shell.map(({ code }, at) => `printf '\\n\\001${at}\\001\\n'\n${code}`).join('\n')
  const path = [join(folder, 'bin'), join(process.execPath, '..'), process.env.PATH].join(':')
  const bash = spawn('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    env: { ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = new Promise<number>((resolve) => bash.once('exit', (code) => resolve(code ?? 1)))
  const output = await text(bash.stdout)
  const printed = shell.flatMap(({ code, output: expected }, at) => {
    const actual = output.split(mark(at))[1]?.split(mark(at + 1))[0] ?? ''
    return expected === undefined ? [] : [{ code, expected, actual }]
  })
  return { code: await exit, output, printed }
}

/** Patterns of values that differ in each run. Development accounts up to 0.0.1031 are always the same. */
const VARYING: [RegExp, string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?Z/g, '<time>'],
  [/\b1[789]\d{8}[.-]\d{1,9}\b/g, '<consensus time>'],
  [/\b1[789]\d{8}(\d{3})?\b/g, '<time>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\b([A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/g, '<fingerprint>'],
  [/\b0\.0\.(103[2-9]|10[4-9]\d|1[1-9]\d\d|[2-9]\d\d\d)\b/g, '<entity>'],
  [/127\.0\.0\.1:\d+/g, '<address>'],
  [/\b[0-9a-f]{64,}\b/g, '<hex>'],
  [/^\d+-\d+ +/gm, '<place in bytes>'],
  [/\b1[678]\d s\b/g, '<valid duration>'],
]
const withoutVarying = (text: string): string =>
  VARYING.reduce((all, [pattern, form]) => all.replaceAll(pattern, form), text)

/** Whether a program printed what a page says, in which `…` stands for anything. */
export function isPrinted(expected: string, actual: string): boolean {
  const lines = withoutVarying(expected).trimEnd().split('\n')
  const pattern = lines.map((line) =>
    line.trim() === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(RegExp.escape).join('.*')}\\n`,
  )
  const printed = withoutVarying(actual)
    .trimEnd()
    .replaceAll(/[ \t\r]+$/gm, '')
  return new RegExp(`^${pattern.join('')}$`).test(`${printed}\n`)
}
