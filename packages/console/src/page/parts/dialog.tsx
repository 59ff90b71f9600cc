import { Modal, type ModalProps, Text } from '@mantine/core'
import { useTexts } from '../texts/language.tsx'

/** A dialog under a title, with a button that closes it and says so. */
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
      closeButtonProps={{ 'aria-label': app.close, size: 44 }}
    />
  )
}
