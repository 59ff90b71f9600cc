/** For tests that limit what statements do in a database. */
import type { Connections } from '../database/connection.ts'

/** A list that receives the number of deleted rows of each further statement. */
export function deletedIn(connections: Connections): number[] {
  const deleted: number[] = []
  const session = connections.session.bind(connections)
  connections.session = async () => {
    const one = await session()
    return Object.assign(Object.create(one), {
      async query(text: string, values?: readonly unknown[]) {
        const answer = await one.query(text, values)
        if (answer.command === 'DELETE') deleted.push(answer.affectedRows)
        return answer
      },
      script: (text: string) => one.script(text),
      release: () => one.release(),
    })
  }
  return deleted
}
