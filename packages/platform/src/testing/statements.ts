/** What is done in a database, for tests that bound it. */
import type { Store } from '../database/connection.ts'

/** How many rows each statement deletes from now on. */
export function deletedIn(store: Store): number[] {
  const deleted: number[] = []
  const session = store.session.bind(store)
  store.session = async () => {
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
