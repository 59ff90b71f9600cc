import { useRef } from 'react'
import { Screen } from '../parts/layout/screen.tsx'
import { useTexts } from '../texts/language.tsx'
import { NamesCard } from './names/names-card.tsx'
import { PinCard } from './pins/pin-card.tsx'
import { PinsCard } from './pins/pins-card.tsx'
import { UsageCard } from './pins/usage-card.tsx'
import { UploadCard } from './uploads/upload-card.tsx'

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
