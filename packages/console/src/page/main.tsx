import './app/trusted-types.ts'
import '@mantine/core/styles.css'
import './app/page.css'
import { Container, MantineProvider } from '@mantine/core'
import { isQuorateError } from '@quorate/client'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { LiveProvider } from './api/live.tsx'
import { SessionProvider, useAccount, useConfig } from './api/session.tsx'
import { router } from './app/router.tsx'
import { cssVariables, theme } from './app/theme.ts'
import { Failed, Loading } from './parts/states.tsx'
import { firstDictionary, LanguageProvider } from './texts/language.tsx'

const queries: QueryClient = new QueryClient({
  defaultOptions: { queries: { retry: (count, error) => count < 2 && isQuorateError(error) && error.status === 503 } },
  queryCache: new QueryCache({
    onError(error, { queryKey }) {
      // The session has ended: the page asks who is signed in, and shows the sign-in.
      if (isQuorateError(error) && error.status === 401 && queryKey[0] !== 'account')
        void queries.invalidateQueries({ queryKey: ['account'] })
    },
  }),
})

function Page() {
  const config = useConfig()
  const account = useAccount()
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
