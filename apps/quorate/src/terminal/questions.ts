/** Asks questions, only if a terminal is connected: otherwise nobody could answer. */
import { createInterface } from 'node:readline/promises'
import { Failure } from '../exit-codes.ts'
import { plain } from './plain.ts'

export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

async function answer(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(plain(question))).trim()
  } finally {
    lines.close()
  }
}

/** Call before work that ends with a question. @throws Failure if nobody can answer */
export function needAnswers(question: string, { yes }: { yes: boolean }): void {
  if (!yes && !canAsk()) throw new Failure('usage', `${question} There is no terminal to ask on: confirm with --yes`)
}

/** Whether the user agrees. @throws Failure if nobody can answer */
export async function confirm(question: string, { yes }: { yes: boolean }): Promise<boolean> {
  if (yes) return true
  needAnswers(question, { yes })
  return /^y(es)?$/i.test(await answer(`${question} [y/N] `))
}

/** @throws Failure if nobody can answer */
export async function ask(question: string, otherwise: string): Promise<string> {
  if (!canAsk()) throw new Failure('usage', `${question}: there is no terminal to ask on: ${otherwise}`)
  return answer(`${question}: `)
}
