import { useRef } from 'react'
import { Screen } from '../parts/screen.tsx'
import { useTexts } from '../texts/language.tsx'
import { NamesCard } from './names-card.tsx'
import { PinCard } from './pin-card.tsx'
import { PinsCard } from './pins-card.tsx'
import { UploadCard } from './upload-card.tsx'
import { UsageCard } from './usage-card.tsx'

export function ContentScreen() {
  const { content } = useTexts()
  const chooseButton = useRef<HTMLButtonElement>(null)
  return (
    <Screen
      title={content.title}
      lead={content.lead}
      rail={
        <>
          <UsageCard />
          <PinCard />
          <NamesCard />
        </>
      }
      railLabel={content.usage}
      rest={<PinsCard onChoose={() => chooseButton.current?.click()} />}
      isWide
    >
      <UploadCard chooseButton={chooseButton} />
    </Screen>
  )
}
