import {
  ResponderBuilder,
  Server,
  ServerInterceptingCall,
  type ServerInterceptor,
  ServerListenerBuilder,
  status,
} from '@grpc/grpc-js'
import { limits } from '../limits.ts'
import { createPeerPlaces } from './places.ts'

/** A gRPC server that bounds how much of its clients' data it keeps in memory. */
export function boundedServer(maxMessageBytes: number): Server {
  return new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_concurrent_streams': limits.maxStreamsOfConnection.value,
    'grpc.max_connection_idle_ms': limits.connectionIdle.value,
    interceptors: [boundIncompleteCalls()],
  })
}

const TOO_MANY = 'Too many calls are not whole yet: send fewer at once'

/** Ends calls whose message does not arrive in time, and bounds how many such calls are open at once. */
function boundIncompleteCalls(): ServerInterceptor {
  const takePlace = createPeerPlaces(limits.maxIncompleteCalls.value)
  return (_method, call) => {
    let timer: NodeJS.Timeout | undefined
    let leave: (() => void) | undefined
    const isWhole = (): void => {
      clearTimeout(timer)
      leave?.()
    }
    const end = (code: status, details: string): void => call.sendStatus({ code, details, metadata: null })
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        leave = takePlace(call.getPeer(), () => {
          isWhole()
          end(status.RESOURCE_EXHAUSTED, TOO_MANY)
        })
        if (!leave) {
          end(status.RESOURCE_EXHAUSTED, TOO_MANY)
          return
        }
        timer = setTimeout(() => {
          isWhole()
          end(status.DEADLINE_EXCEEDED, `The message did not come within ${limits.callTimeout.value} ms`)
        }, limits.callTimeout.value).unref()
        next(metadata)
      })
      .withOnReceiveHalfClose((next) => {
        isWhole()
        next()
      })
      .withOnCancel(isWhole)
      .build()
    return new ServerInterceptingCall(call, new ResponderBuilder().withStart((next) => next(listener)).build())
  }
}
