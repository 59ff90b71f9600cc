/** Output of the command for people, on standard output, in colour if it is a terminal. */
const colour = process.stdout.isTTY && !process.env.NO_COLOR
const paint =
  (code: number) =>
  (text: string): string =>
    colour ? `\u001b[${code}m${text}\u001b[0m` : text

export const bold = paint(1)
export const dim = paint(2)
export const green = paint(32)
export const red = paint(31)
export const cyan = paint(36)

export const say = (text = ''): void => void process.stdout.write(`${text}\n`)

/** Runs a step, then prints how long it took. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const line = (end: string) => say(`  ${what.padEnd(40)} ${end}`)
  try {
    const result = await work()
    line(green(`${((performance.now() - started) / 1000).toFixed(2)} s`))
    return result
  } catch (error) {
    line(red('failed'))
    throw error
  }
}
