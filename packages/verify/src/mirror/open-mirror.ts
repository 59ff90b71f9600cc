import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type AirdropReads, airdropReads } from './airdrops.ts'
import { type AllowanceReads, allowanceReads } from './allowances.ts'
import type { MirrorGet } from './reading/mirror-get.ts'
import { type MirrorOptions, mirrorReader, otherShape } from './reading/read-json.ts'
import { type HistoryReads, historyReads } from './statement/history.ts'
import { type StatementReads, statementReads } from './statement/statement.ts'
import { type TopicReads, topicReads } from './topics.ts'

/**
 * A mirror node, read with `fetch`, in pages and programs alike. Answers are checked, and may have at most 16 MiB; 429
 * and 5xx are retried for `timeoutMs`.
 *
 * @param url such as `https://mainnet.mirrornode.hedera.com`, with or without `/api/v1`
 * @throws each read throws VerifyError 503 `MIRROR_UNAVAILABLE` if the mirror does not answer, or its answer does not
 * have the form that the Mirror Node API describes
 */
export function openMirror(
  url: string,
  options: MirrorOptions = {},
): TopicReads & HistoryReads & StatementReads & AirdropReads & AllowanceReads {
  const mirror = mirrorGet(url, options)
  const history = historyReads(mirror)
  return {
    ...topicReads(mirror),
    ...history,
    ...statementReads(mirror, history),
    ...airdropReads(mirror),
    ...allowanceReads(mirror),
  }
}

function mirrorGet(url: string, options: MirrorOptions): MirrorGet {
  const read = mirrorReader(url, options)
  return {
    async get(path, schema) {
      const found = path === null ? undefined : await read(path)
      if (found === undefined || path === null) return null
      if (fits(schema, found)) return found
      throw otherShape(url, path)
    },
  }
}

const checks = new WeakMap<TSchema, ReturnType<typeof Compile>>()

function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  const check = checks.get(schema) ?? Compile(schema)
  checks.set(schema, check)
  return check.Check(value)
}
