/** The exit codes of the command, as promised in docs/reference/cli.md. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notLoggedIn: 3,
  refused: 4,
  unreachable: 5,
  notSigned: 6,
  underWay: 7,
} as const

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  failed: 'it failed, or a check found a problem',
  usage:
    'wrong arguments, an unusable setting, or a question without a terminal (`recount`: the result cannot be verified)',
  notLoggedIn: 'not logged in, or the session has ended: `quorate login`',
  refused: 'the service refused it (4xx); its `code` is shown',
  unreachable: 'the service cannot be reached, or is unavailable (5xx)',
  notSigned: 'nothing was signed: the bytes differ from the statement or were not understood, or you answered no',
  underWay: 'it was sent, but its outcome is not known yet',
}

/** Ends the command with a message for people. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number
  readonly code: string

  constructor(
    kind: Exclude<keyof typeof EXIT, 'ok'>,
    message: string,
    code = kind.replace(/[A-Z]/g, '_$&').toUpperCase(),
  ) {
    super(message)
    this.exitCode = EXIT[kind]
    this.code = code
  }
}
