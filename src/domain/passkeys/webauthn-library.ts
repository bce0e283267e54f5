/** Loads the WebAuthn library, which takes longer than a request may. */
export const webAuthnLibrary = () => import('@simplewebauthn/server')
