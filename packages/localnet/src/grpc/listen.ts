import { type Server, ServerCredentials } from '@grpc/grpc-js'

/** Binds a gRPC server; answers the port it got. Rejects if the port is taken. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error)
      else resolve(bound)
    })
  })
}
