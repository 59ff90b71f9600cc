/** Logs: JSON lines, with secrets left out. */
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

const secrets = ['token', 'accessToken', 'privateKey', 'headers.authorization', 'headers.cookie', 'req.headers']

/** A logger at `level`, to standard output unless `destination` is given; `name` is the service's. */
export function createLogger(
  options: { level?: string; name?: string } = {},
  destination: DestinationStream = pino.destination({ fd: 1, sync: false }),
): Logger {
  const { level = 'info', name } = options
  const base = name === undefined ? {} : { service: name }
  return pino({ level, base, redact: secrets, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

/** For tests and tools: logs nothing. */
export const silentLogger: Logger = pino({ level: 'silent' })
