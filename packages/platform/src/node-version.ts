/** Whether this Node can run us. */

/** What is wrong with Node `version`, in words; undefined if it will do. */
export function nodeVersionProblem(version: string = process.versions.node, minimum = 26): string | undefined {
  const major = Number(version.split('.')[0])
  if (major >= minimum) return undefined
  return `This is Node ${version}, but Quorate needs Node ${minimum} or newer: run it through npm (npm start), which brings its own, or install Node ${minimum}`
}
