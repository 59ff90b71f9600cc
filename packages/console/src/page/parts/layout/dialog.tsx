import { Modal, type ModalProps, Text } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../texts/language.tsx'

/** A dialog with a title and a labelled close button. */
export function Dialog({
  title,
  titleSize,
  ...others
}: Omit<ModalProps, 'title' | 'closeButtonProps'> & { title: string; titleSize?: 'lg' }) {
  const { app } = useTexts()
  useFocusReturn(others.opened, others.returnFocus !== false)
  return (
    <Modal
      {...others}
      title={
        <Text fw={650} {...(titleSize ? { size: titleSize } : {})}>
          {title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': app.close, size: 44, iconSize: 20 }}
    />
  )
}

/**
 * Returns the focus to the element that had it before the dialog opened. Mantine doesn't, if the dialog is already open
 * when it mounts.
 */
function useFocusReturn(opened: boolean, isWanted: boolean): void {
  const wanted = useRef(isWanted)
  wanted.current = isWanted
  useLayoutEffect(() => {
    if (!opened) return undefined
    const before = document.activeElement
    return () => {
      if (!wanted.current || !(before instanceof HTMLElement)) return
      // Another screen may have taken the focus.
      setTimeout(() => {
        const { activeElement, body } = document
        if (activeElement === body || activeElement?.closest('[role="dialog"]')) before.focus({ preventScroll: true })
      })
    }
  }, [opened])
}
