/** A request for a write, as the client sent it. */
export interface OperationRequest {
  /** The operation's name. */
  name: string
  params: Record<string, string>
  body: Record<string, unknown>
}
