/** Captures the keys that are pressed after the palette's shortcut and before its field has the focus. */
let caught: string | undefined

function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (caught === undefined || ctrlKey || metaKey || altKey || event.isComposing) return
  if (key === 'Backspace') caught = caught.slice(0, -1)
  else if (key.length === 1) caught += key
  else return
  // Otherwise the page behind would handle the key as its own shortcut.
  event.preventDefault()
  event.stopImmediatePropagation()
}

export function catchKeys(): void {
  if (caught !== undefined) return
  caught = ''
  addEventListener('keydown', onKey, { capture: true })
}

/** Stops the capture. Returns the typed text. */
export function caughtKeys(): string {
  removeEventListener('keydown', onKey, { capture: true })
  const typed = caught ?? ''
  caught = undefined
  return typed
}
