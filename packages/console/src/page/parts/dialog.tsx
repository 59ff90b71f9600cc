import { Modal, type ModalProps, Text } from '@mantine/core'
import { useTexts } from '../texts/language.tsx'

/** A dialog with a title and a labelled close button. */
export function Dialog({
  title,
  titleSize,
  ...others
}: Omit<ModalProps, 'title' | 'closeButtonProps'> & { title: string; titleSize?: 'lg' }) {
  const { app } = useTexts()
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
