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
  failed: 'it failed, or what was looked at is not as it should be',
  usage:
    'the command was called wrongly, a setting cannot be used, or it asks a question and there is no terminal (`recount`: nothing can be said)',
  notLoggedIn: 'there is no session, or it is over: `quorate login`',
  refused: 'the service refused it (4xx); its `code` is shown',
  unreachable: 'nothing answers, or not now (5xx)',
  notSigned: 'nothing was signed: the bytes are not what was stated, or are not understood, or the answer was no',
  underWay: 'it was sent, and its outcome is not known yet',
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
