/** What is typed between the key that opens the palette and the moment at which its field has the focus. */
let caught: string | undefined

function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (caught === undefined || ctrlKey || metaKey || altKey || event.isComposing) return
  if (key === 'Backspace') caught = caught.slice(0, -1)
  else if (key.length === 1) caught += key
  else return
  // The page behind would take it as one of its own keys.
  event.preventDefault()
  event.stopImmediatePropagation()
}

export function catchKeys(): void {
  if (caught !== undefined) return
  caught = ''
  addEventListener('keydown', onKey, { capture: true })
}

/** Ends the catching. Returns what was typed. */
export function caughtKeys(): string {
  removeEventListener('keydown', onKey, { capture: true })
  const typed = caught ?? ''
  caught = undefined
  return typed
}
