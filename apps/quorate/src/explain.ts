import { ConfigError, DataDirectoryInUse } from '@quorate/platform'

/** One line for what people can mend; everything for what they can't. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirectoryInUse) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${error.port} is taken: stop what listens there, or set another (see docs/configuration.md)`
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message
}
