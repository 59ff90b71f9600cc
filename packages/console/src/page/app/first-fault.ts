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
      field?.focus({ preventScroll: true })
      // The bars at the top and at the bottom would cover a field at the edge.
      field?.scrollIntoView({ block: 'center' })
    })
  })
}
