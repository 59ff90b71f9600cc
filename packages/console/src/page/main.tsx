import './app/trusted-types.ts'
import './app/mantine.css'
import './app/tokens.css'
import './app/frame.css'
import './app/parts.css'
import './app/page.css'
import { Container, MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { LiveProvider } from './api/live.tsx'
import { createQueries } from './api/query-client.ts'
import { SessionProvider, useAccount, useConfig } from './api/session.tsx'
import { showFirstFault } from './app/first-fault.ts'
import { loadScreens, router } from './app/router.tsx'
import { cssVariables, theme } from './app/theme.ts'
import { Failed, Loading } from './parts/layout/states.tsx'
import { sentencesQuery } from './texts/errors.ts'
import { firstDictionary, LanguageProvider, useLanguage } from './texts/language.tsx'

const queries = createQueries()
showFirstFault()

function Page() {
  const config = useConfig()
  const account = useAccount()
  useQuery(sentencesQuery(useLanguage().language))
  const isIn = typeof account.data === 'string'
  useEffect(() => {
    if (isIn) void loadScreens()
  }, [isIn])
  const error = config.error ?? account.error
  if (config.data && account.data !== undefined)
    return (
      <SessionProvider config={config.data} account={account.data}>
        <LiveProvider account={account.data} services={config.data.services}>
          <RouterProvider router={router} />
        </LiveProvider>
      </SessionProvider>
    )
  return (
    <Container py="xl" size="sm" component="main">
      {error ? <Failed error={error} again={() => Promise.all([config.refetch(), account.refetch()])} /> : <Loading />}
    </Container>
  )
}

const place = document.getElementById('root')
if (place) {
  const first = await firstDictionary()
  createRoot(place).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <LanguageProvider first={first}>
        <QueryClientProvider client={queries}>
          <Page />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  )
}
