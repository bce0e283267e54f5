import type { Tab } from './browser.ts'

/** A phone or security key next to the browser, which has verified its owner. */
export async function authenticator({ browser, page }: Pick<Tab, 'browser' | 'page'>) {
  // This device asks nobody: it would answer what the browser only offers as soon as the page is open.
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  const session = await browser.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}
