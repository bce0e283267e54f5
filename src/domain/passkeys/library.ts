/** Loads the WebAuthn library, which takes longer than a request may. */
export const passkeyLibrary = () => import('@simplewebauthn/server')
