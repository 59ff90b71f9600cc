import { ConfigError, DataDirectoryInUse } from '@quorate/platform'

/** Describes an error by its message. With LOG_LEVEL=debug the stack is added, unless the user can mend the cause. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirectoryInUse) return error.message
  if (!(error instanceof Error)) return String(error)
  const taken = /EADDRINUSE[^\r\n]{0,100}:(\d{1,5})\b/.exec(error.message)?.[1]
  if (taken) return `Port ${taken} is taken: stop what listens there, or set another (see docs/configuration.md)`
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message
}
