/**
 * Moves the focus to the first field with an error after a form was submitted. On a phone the field is often out of
 * sight, so the button would seem to do nothing.
 */
export function showFirstFault(): void {
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return
    // React has rendered the errors before the next frame.
    requestAnimationFrame(() => {
      const field = target.querySelector<HTMLElement>('[aria-invalid="true"]')
      if (!field) return
      field.focus({ preventScroll: true })
      const { top, bottom } = field.getBoundingClientRect()
      if (top < BARS_PX || bottom > innerHeight - BARS_PX) field.scrollIntoView({ block: 'center' })
    })
  })
}

/** A field that is closer than this to the top or the bottom may be covered by the bars. */
const BARS_PX = 100
